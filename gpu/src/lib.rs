//! Attacks of sliding pieces, features of positions and perft on a GPU, from the formulas of
//! `hyperbola`.
//!
//! No formula is written here. The recording word runs those of the core, of features and of the
//! counter, their steps are printed as a shader in WGSL when they are first used, and `wgpu`
//! compiles it for Vulkan, Metal or DirectX 12. A device must have integers of 64 bits.
//!
//! ```no_run
//! use hyperbola::Technique;
//! use hyperbola_gpu::{Gpu, GpuError};
//!
//! # fn main() -> Result<(), GpuError> {
//! let gpu = Gpu::new()?;
//! let queens = gpu.attacks(Technique::HyperbolaQuintessence, hyperbola::Slider::Queen)?;
//! let attacks = hyperbola::queen_attacks(hyperbola::Square::D4, 0.into());
//! assert_eq!(queens.compute(&[27], &[0])?, [attacks.0]);
//!
//! let positions: hyperbola_features::Positions = [hyperbola_moves::Position::initial()].iter().collect();
//! let counts = gpu.feature(hyperbola_features::LegalCounts)?;
//! assert_eq!(counts.compute(positions.as_slice())?, [20]);
//! # Ok(())
//! # }
//! ```

mod batch;
mod census;
mod clock;
mod device;
mod error;
mod features;
mod kernels;
mod layer;
mod perft;
mod pipeline;

pub use batch::Attacks;
pub use census::Census;
pub use device::{Gpu, adapters};
pub use error::GpuError;
pub use features::Feature;
pub use perft::{Perft, PerftOptions};
