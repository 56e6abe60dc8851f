//! The formulas of one line, over [`Bits`](crate::Bits) of any number: the techniques of the same
//! names on a chessboard, for boards of any size.
//!
//! A set of squares is a bit for each square, in an order in which each line goes up or down. The
//! borrow of a subtraction runs only through a line's squares, so the formulas do not care how many
//! squares a line has, nor how far apart their bits are. The formulas of whole sets by steps are
//! [`FillAttacks`](crate::setwise::FillAttacks), which take the courses of any board.
//!
//! ```
//! use hyperbola::formulas::{Mirror, hyperbola_quintessence, obstruction_difference};
//!
//! // The middle rank of a board of nine squares by nine, where e is bit 40. Pieces stand on c and h.
//! let (lower_ray, upper_ray) = (0b1111_u128 << 36, 0b1111_u128 << 41);
//! let (rook, occupied) = (1 << 40, 1 << 38 | 1 << 43);
//! let attacks = 0b11_u128 << 38 | 0b111 << 41;
//!
//! let line = lower_ray | upper_ray;
//! assert_eq!(hyperbola_quintessence(occupied, rook, line, Mirror::ReverseBits), attacks);
//! assert_eq!(obstruction_difference(lower_ray, upper_ray, occupied), attacks);
//! ```

pub use crate::techniques::setwise::setwise_subtraction::eastward_attacks as setwise_subtraction;
pub use crate::techniques::subtract::hyperbola_quintessence::line_attacks as hyperbola_quintessence;
pub use crate::techniques::subtract::hyperbola_quintessence::{Mirror, Mirrors};
pub use crate::techniques::subtract::o_xor_o_minus_2r::changed_by_borrow as o_xor_o_minus_2r;
pub use crate::techniques::subtract::obstruction_difference::hoffmann as obstruction_difference;
pub use crate::techniques::subtract::obstruction_difference_infuehr::infuehr as obstruction_difference_infuehr;
