//! Techniques chosen at run time. Each combination with a kind of word is compiled once.
//!
//! The core's functions are generic. A crate that calls them with a choice made at run time
//! compiles all techniques on all words again. The functions here are not generic. The lab, the
//! tests and other programs call them and compile nothing twice.
//!
//! [`batch`] answers queries in slices:
//!
//! ```
//! use hyperbola::batch::Batch;
//! use hyperbola::choice::Choice;
//! use hyperbola::word::WordKind;
//! use hyperbola::{Bitboard, Slider, Square, Technique};
//!
//! let choice = Choice { technique: Technique::KoggeStone, kind: WordKind::Scalar };
//! let mut attacks = [Bitboard::EMPTY];
//! let batch = Batch::new(Slider::Rook, &[Square::A1], &[Bitboard::EMPTY], &mut attacks)?;
//! hyperbola_kernels::batch::answer(choice, batch)?;
//! assert_eq!(attacks[0].count(), 14);
//! # Ok::<(), hyperbola::batch::BatchError>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

pub mod batch;

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
