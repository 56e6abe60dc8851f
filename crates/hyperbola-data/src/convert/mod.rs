//! Files of training data from one format into another: sources in sections on threads, filters,
//! and an order.
//!
//! A [`Conversion`] reads [`Source`]s as a [`Request`] says. Its caller may [`Watch`] it: see the
//! progress, save a [`State`] from which another conversion goes on, and stop it. [`Sections`] are
//! for those who want the entries themselves.

mod collection;
mod error;
mod run;
mod sections;
mod sink;
mod source;
mod tally;
mod watch;

pub use error::ConvertError;
pub use hyperbola_features::BadRows;
pub use run::{Conversion, Outcome, Request};
pub use sections::{OpenSource, Place, Section, Sections};
pub use source::Source;
pub use tally::{Counts, InputCounts, State, Tally};
pub use watch::{Progress, Stopped, Watch};
