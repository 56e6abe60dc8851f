//! Input sets compared with the numbers of other programs, and laws that they keep.

mod accumulators;
mod changes;
mod definitions;
mod golden;
mod laws;
mod oracle;
mod support;
