//! The legal moves of one position, set by set; whether one move is legal; and whether it gives
//! check.
//!
//! These are the formulas of [`legal`] put together. On `u64` a generator calls them
//! and writes what they visit. On a recording word they are what is proved: a loop over the pieces
//! of a set visits every square there, with a mask that says whether a piece stands on it.
//!
//! A step is left out only where it would add nothing: a formula asks whether any bit of a word is
//! set ([`Branch::any`]) and then adds sets that are intersections with it, or with a mask that is
//! zero where it is.

use core::ops::ControlFlow;

use hyperbola::word::Branch;
use hyperbola::{Color, Slider, SliderAttacks, Square, Word, geometry};

use crate::castling::{self, Castle};
use crate::legal::{self, Checks};
use crate::moves::PawnMoves;
use crate::pieces::{Pieces, last_rank, third_rank};

/// The numbers of the roles.
pub mod roles {
    /// A pawn.
    pub const PAWN: usize = 0;
    /// A knight.
    pub const KNIGHT: usize = 1;
    /// A bishop.
    pub const BISHOP: usize = 2;
    /// A rook.
    pub const ROOK: usize = 3;
    /// A queen.
    pub const QUEEN: usize = 4;
    /// A king.
    pub const KING: usize = 5;
    /// The number of roles.
    pub const LEN: usize = 6;
}

/// A position as the formulas read it, or one in each lane whose kings stand on the same squares.
pub trait Placed<W: Branch> {
    /// Returns the pieces of a colour that have a [role](roles).
    fn of(&self, color: Color, role: usize) -> W;

    /// Returns all pieces of a colour.
    fn of_color(&self, color: Color) -> W;

    /// Returns all pieces.
    fn occupied(&self) -> W;

    /// Returns the pieces of a colour as formulas have them.
    fn side(&self, color: Color) -> Pieces<W>;

    /// Returns the square of a colour's king.
    fn king(&self, color: Color) -> Square;

    /// Returns the square that a pawn has passed over by the last move, if it may be captured
    /// there.
    fn en_passant(&self) -> Option<Square>;

    /// Returns the rook that the king of a colour may castle with: on the king's side, wing 0, or
    /// on the queen's side, wing 1.
    fn castling_rook(&self, color: Color, wing: usize) -> Option<Square>;

    /// Returns what a function returns for the role of the piece of a colour on a square: zero if
    /// there is none. Where the role is known, only that is computed.
    #[inline(always)]
    fn by_role_at(&self, color: Color, square: Square, of: impl Fn(usize) -> W) -> W {
        let mut all = self.occupied().splat(0);
        for role in 0..roles::LEN {
            all = all | (is_on(square, self.of(color, role)) & of(role));
        }
        all
    }
}

/// A filter of the legal moves.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<W> {
    /// The pieces that may move.
    pub movers: W,
    /// The squares that they may go to. No own piece is among them.
    pub targets: W,
    /// The squares of rooks to castle with.
    pub castling: W,
    /// The squares of en passant captures.
    pub en_passant: W,
}

impl<W: Branch> Wanted<W> {
    /// Wants all moves of a colour.
    #[inline(always)]
    #[must_use]
    pub fn all(position: &impl Placed<W>, color: Color) -> Self {
        let own = position.of_color(color);
        let any = own.splat(!0);
        Self { movers: own, targets: !own, castling: any, en_passant: any }
    }

    /// Wants the moves that take a piece.
    #[inline(always)]
    #[must_use]
    pub fn captures(position: &impl Placed<W>, color: Color) -> Self {
        let enemies = position.of_color(!color);
        Self { targets: enemies, castling: enemies.splat(0), ..Self::all(position, color) }
    }

    /// Wants the moves that take nothing.
    #[inline(always)]
    #[must_use]
    pub fn quiets(position: &impl Placed<W>, color: Color) -> Self {
        let occupied = position.occupied();
        Self { targets: !occupied, en_passant: occupied.splat(0), ..Self::all(position, color) }
    }
}

impl<W: Word> Wanted<W> {
    /// Leaves only the moves of pieces on some squares.
    #[inline(always)]
    #[must_use]
    pub fn from(self, squares: W) -> Self {
        Self { movers: self.movers & squares, ..self }
    }

    /// Leaves only the moves to some squares.
    #[inline(always)]
    #[must_use]
    pub fn to(self, squares: W) -> Self {
        Self {
            targets: self.targets & squares,
            castling: self.castling & squares,
            en_passant: self.en_passant & squares,
            ..self
        }
    }
}

/// The squares that the pieces of a [`MoveSet`] start from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// One piece goes to all the targets.
    Square(Square),
    /// Each target is reached by its own pawn. The step is the difference from the pawn's index to
    /// the target's index.
    Step(i8),
}

/// Legal moves of one role. Each target stands for one move, or for four if pawns promote there.
#[derive(Debug, Clone, Copy)]
pub struct MoveSet<W> {
    /// The [role](roles) of the pieces that move.
    pub role: usize,
    /// The squares that the pieces start from.
    pub origin: Origin,
    /// The squares that the pieces go to. For castling this is the square of the own rook.
    pub targets: W,
    /// Whether pawns promote on all the targets.
    pub promotes: bool,
}

/// What a generator calls for each set of moves.
pub trait Visitor<W> {
    /// What it breaks with.
    type Break;

    /// Visits a set, which may be empty.
    fn visit(&mut self, set: MoveSet<W>) -> ControlFlow<Self::Break>;
}

/// How a generator finds the squares where the king may not go.
pub trait KingDanger<W> {
    /// Returns whether it looks at the squares that the king may step to one by one. It must not do
    /// so if there are `rooks` to castle with, whose squares it would not look at.
    fn is_few(&self, steps: W, rooks: W) -> bool;

    /// Returns all squares that the enemy attacks: [`king_danger`].
    fn all(&self) -> W;
}

/// The side to move in a position.
#[derive(Debug)]
pub struct Turn<'a, W, P> {
    /// The position.
    pub position: &'a P,
    /// The square of the king of the side to move.
    pub king: Square,
    /// The checks and the pins.
    pub checks: Checks<W>,
}

impl<W: Copy, P> Clone for Turn<'_, W, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: Copy, P> Copy for Turn<'_, W, P> {}

/// Returns all ones if a square is in a set, otherwise zero.
#[inline(always)]
pub(crate) fn is_on<W: Word>(square: Square, set: W) -> W {
    !(set & set.splat(square.bit())).zero_mask()
}

const fn color_of(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// Returns whether a colour is White.
pub(crate) const fn is_white(color: Color) -> bool {
    matches!(color, Color::White)
}

/// Returns the enemy's pieces that attack the king of a colour.
#[inline(always)]
#[must_use]
pub fn checkers<W: Branch, T: SliderAttacks>(position: &impl Placed<W>, color: Color) -> W {
    let (king, occupied, enemy) =
        (position.king(color), position.occupied(), position.side(!color));
    let (rook, bishop) = T::rook_bishop(occupied.splat(king.word()), &T::occupied(occupied));
    let sliders = (rook & enemy.orthogonal) | (bishop & enemy.diagonal);
    legal::leapers_to(king, !color, &enemy) | sliders
}

/// Returns the squares that the enemy of a colour attacks once its king has left its square.
#[inline(always)]
#[must_use]
pub fn king_danger<W: Branch, T: SliderAttacks>(position: &impl Placed<W>, color: Color) -> W {
    let occupied = without_king(position, color);
    legal::attacks::<_, T>(!color, &position.side(!color), occupied)
}

/// Returns the occupied squares without that of a colour's king.
#[inline(always)]
fn without_king<W: Branch>(position: &impl Placed<W>, color: Color) -> W {
    let occupied = position.occupied();
    occupied & !occupied.splat(position.king(color).bit())
}

impl<'a, W: Branch, P: Placed<W>> Turn<'a, W, P> {
    /// Finds the checks and the pins of the king of a colour, which is to move.
    #[inline(always)]
    #[must_use]
    pub fn new(position: &'a P, color: Color) -> Self {
        let king = position.king(color);
        let (own, enemy) = (position.of_color(color), position.side(!color));
        let checks = Checks::new(king, own, !color, &enemy, position.occupied());
        Self { position, king, checks }
    }

    /// Visits the legal moves that are wanted, in sets, until the visitor breaks, and returns the
    /// value that it broke with. The moves of the king come first, or last. A set may be empty.
    #[inline(always)]
    pub fn visit<T: SliderAttacks, V: Visitor<W>, const WHITE: bool, const KING_LAST: bool>(
        &self,
        wanted: Wanted<W>,
        danger: &impl KingDanger<W>,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let of_king = is_on(self.king, wanted.movers);
        let wants_king = of_king.any();
        if wants_king && !KING_LAST {
            visitor.visit(self.king_moves::<WHITE>(wanted, of_king, danger))?;
        }
        self.visit_others::<T, V, WHITE>(wanted, visitor)?;
        if wants_king && KING_LAST {
            visitor.visit(self.king_moves::<WHITE>(wanted, of_king, danger))?;
        }
        ControlFlow::Continue(())
    }

    /// Visits the moves of all pieces except the king.
    #[inline(always)]
    fn visit_others<T: SliderAttacks, V: Visitor<W>, const WHITE: bool>(
        &self,
        wanted: Wanted<W>,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        use roles::{BISHOP, KNIGHT, QUEEN, ROOK};
        let evasions = self.checks.evasions(self.king);
        if !evasions.any() {
            return ControlFlow::Continue(());
        }
        let wanted = Wanted {
            targets: wanted.targets & evasions,
            en_passant: wanted.en_passant & !evasions.zero_mask(),
            ..wanted
        };
        let boards = T::occupied(self.position.occupied());
        let at = |square: Square| evasions.splat(square.word());
        let knight = |square| evasions.splat(hyperbola::knight_attacks(square).0);
        self.piece_moves::<V, WHITE>(KNIGHT, wanted, knight, visitor)?;
        let bishop = |square| T::bishop(at(square), &boards);
        self.piece_moves::<V, WHITE>(BISHOP, wanted, bishop, visitor)?;
        let rook = |square| T::rook(at(square), &boards);
        self.piece_moves::<V, WHITE>(ROOK, wanted, rook, visitor)?;
        let queen = |square| T::queen(at(square), &boards);
        self.piece_moves::<V, WHITE>(QUEEN, wanted, queen, visitor)?;
        self.pawn_moves::<V, WHITE>(wanted, visitor)?;
        self.en_passant_moves::<V, WHITE>(wanted, visitor)
    }

    /// Visits the moves of the pieces of one role, which is neither pawn nor king.
    #[inline(always)]
    fn piece_moves<V: Visitor<W>, const WHITE: bool>(
        &self,
        role: usize,
        wanted: Wanted<W>,
        attacks: impl Fn(Square) -> W,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let pieces = self.position.of(color_of(WHITE), role) & wanted.movers;
        for (from, is_here) in pieces.squares() {
            let targets = attacks(from) & wanted.targets & is_here;
            let targets = self.checks.in_pin(self.king, from, targets);
            let origin = Origin::Square(from);
            visitor.visit(MoveSet { role, origin, targets, promotes: false })?;
        }
        ControlFlow::Continue(())
    }

    /// Visits the moves of pawns as sets, except en passant.
    #[inline(always)]
    fn pawn_moves<V: Visitor<W>, const WHITE: bool>(
        &self,
        wanted: Wanted<W>,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let color = color_of(WHITE);
        let empty = !self.position.occupied();
        let pawns = self.position.of(color, roles::PAWN) & wanted.movers;
        let (pins, target) = (self.checks.pins(self.king), wanted.targets);
        let prey = target & self.position.of_color(!color);
        let PawnMoves { one, two, east, west } =
            PawnMoves::new::<WHITE>(pawns, &pins, empty, target, prey);
        let last = target.splat(last_rank(WHITE));
        let forward = if WHITE { 8 } else { -8 };
        visit_pawns(visitor, forward, one, last)?;
        visit_pawns(visitor, 2 * forward, two, last)?;
        visit_pawns(visitor, forward - 1, west, last)?;
        visit_pawns(visitor, forward + 1, east, last)
    }

    /// Visits the en passant captures.
    #[inline(always)]
    fn en_passant_moves<V: Visitor<W>, const WHITE: bool>(
        &self,
        wanted: Wanted<W>,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let Some(to) = self.position.en_passant() else {
            return ControlFlow::Continue(());
        };
        let target = wanted.en_passant & wanted.en_passant.splat(to.bit());
        if !target.any() {
            return ControlFlow::Continue(());
        }
        let captors = en_passant_captors(self.position, self.king, color_of(WHITE), to);
        for (from, is_here) in (captors & wanted.movers).squares() {
            let (role, origin, targets) = (roles::PAWN, Origin::Square(from), target & is_here);
            visitor.visit(MoveSet { role, origin, targets, promotes: false })?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the king's moves, including castling, where they are wanted.
    #[inline(always)]
    fn king_moves<const WHITE: bool>(
        &self,
        wanted: Wanted<W>,
        of_king: W,
        danger: &impl KingDanger<W>,
    ) -> MoveSet<W> {
        let color = color_of(WHITE);
        let zero = of_king.splat(0);
        let steps = zero.splat(hyperbola::king_attacks(self.king).0) & wanted.targets & of_king;
        let mut rooks = zero;
        let castling = wanted.castling & of_king & self.checks.checkers.zero_mask();
        if castling.any() {
            // Where nothing stands in the way. Whether it is attacked is looked at only then.
            let (occupied, pinned) = (self.position.occupied(), self.checks.pinned);
            for rook in self.castling_rooks::<WHITE>() {
                let is_free = self.castle::<WHITE>(rook).is_free(occupied, zero, pinned);
                rooks = rooks | (castling & zero.splat(rook.bit()) & is_free);
            }
        }
        let mut targets = zero;
        if (steps | rooks).any() {
            let danger = if danger.is_few(steps, rooks) {
                let enemy = self.position.side(!color);
                legal::attacked(steps, !color, &enemy, without_king(self.position, color))
            } else {
                danger.all()
            };
            targets = steps & !danger;
            for rook in self.castling_rooks::<WHITE>() {
                let here = rooks & zero.splat(rook.bit());
                if here.any() {
                    let is_free = self.castle::<WHITE>(rook).is_free(zero, danger, zero);
                    targets = targets | (here & is_free);
                }
            }
        }
        let (role, origin) = (roles::KING, Origin::Square(self.king));
        MoveSet { role, origin, targets, promotes: false }
    }

    /// Returns the rooks that the king may castle with.
    #[inline(always)]
    fn castling_rooks<const WHITE: bool>(&self) -> impl Iterator<Item = Square> {
        let rook = |wing| self.position.castling_rook(color_of(WHITE), wing);
        [rook(0), rook(1)].into_iter().flatten()
    }

    /// Returns castling with a rook.
    #[inline(always)]
    fn castle<const WHITE: bool>(&self, rook: Square) -> Castle {
        Castle::new(self.king, rook, castling::wing(self.king, rook), WHITE)
    }
}

/// Visits moves of pawns by a step, those to the last rank apart.
#[inline(always)]
fn visit_pawns<W: Branch, V: Visitor<W>>(
    visitor: &mut V,
    step: i8,
    set: W,
    last: W,
) -> ControlFlow<V::Break> {
    let (role, origin) = (roles::PAWN, Origin::Step(step));
    visitor.visit(MoveSet { role, origin, targets: set & !last, promotes: false })?;
    visitor.visit(MoveSet { role, origin, targets: set & last, promotes: true })
}

/// Returns the pawns of a colour that may capture en passant by a move to a square: those after
/// whose capture their king is not attacked.
#[inline(always)]
#[must_use]
pub fn en_passant_captors<W: Branch>(
    position: &impl Placed<W>,
    king: Square,
    color: Color,
    to: Square,
) -> W {
    let pawns = legal::pawns_to(to, position.of(color, roles::PAWN), !color);
    // After most double steps no pawn stands right.
    if !pawns.any() {
        return pawns;
    }
    let (enemy, occupied) = (position.side(!color), position.occupied());
    legal::en_passant_captors(king, to, pawns, !color, &enemy, occupied)
}

/// Returns all ones if a move of a piece of a colour, which is to move, is legal, otherwise zero.
/// The move is two squares and the [role](roles) that a pawn becomes, [`roles::PAWN`] for none. It
/// may be any; castling goes to the rook.
#[inline(always)]
#[must_use]
pub fn is_legal<W: Branch>(
    position: &impl Placed<W>,
    color: Color,
    squares: [Square; 2],
    becomes: usize,
) -> W {
    let is_safe = |squares| king_is_safe_after(position, color, squares);
    is_legal_where(position, color, squares, becomes, is_safe)
}

/// Returns what [`is_legal`] does, from checks and pins that are known.
#[inline(always)]
#[must_use]
pub fn is_legal_by<W: Branch>(
    position: &impl Placed<W>,
    color: Color,
    checks: &Checks<W>,
    squares: [Square; 2],
    becomes: usize,
) -> W {
    let king = position.king(color);
    is_legal_where(position, color, squares, becomes, |[from, to, taken]| {
        if taken != to {
            return king_is_safe_after(position, color, [from, to, taken]);
        }
        let evasions = checks.evasions(king);
        !checks.in_pin(king, from, evasions & evasions.splat(to.bit())).zero_mask()
    })
}

/// Returns what [`is_legal`] does. `is_safe` returns all ones if the king is not attacked after a
/// move of another piece, which takes what stands on the last of three squares, otherwise zero.
#[inline(always)]
fn is_legal_where<W: Branch>(
    position: &impl Placed<W>,
    color: Color,
    [from, to]: [Square; 2],
    becomes: usize,
    is_safe: impl Fn([Square; 3]) -> W,
) -> W {
    let own = position.of_color(color);
    let here = is_on(from, own);
    let mut is_legal = own.splat(0);
    if !here.any() {
        return is_legal;
    }
    let pawn = here & is_on(from, position.of(color, roles::PAWN));
    if pawn.any() {
        let taken = if position.en_passant() == Some(to) { legal::victim(to) } else { to };
        let reaches = pawn & pawn_reaches(position, color, [from, to], becomes);
        if reaches.any() {
            is_legal = reaches & is_safe([from, to, taken]);
        }
    }
    // Only pawns become another role.
    let other = here & !pawn;
    if becomes != roles::PAWN || !other.any() {
        return is_legal;
    }
    let king = other & is_on(from, position.of(color, roles::KING));
    if king.any() {
        is_legal = is_legal | (king & king_goes(position, color, [from, to]));
    }
    let officer = other & !king & !is_on(to, own);
    if officer.any() {
        let reaches = legal::reaches([from, to], &position.side(color), position.occupied());
        let reaches = officer & reaches;
        if reaches.any() {
            is_legal = is_legal | (reaches & is_safe([from, to, to]));
        }
    }
    is_legal
}

/// Returns all ones if a move of the king of a colour is legal, otherwise zero. He stands on its
/// first square.
#[inline(never)]
fn king_goes<W: Branch>(position: &impl Placed<W>, color: Color, [from, to]: [Square; 2]) -> W {
    let to_own = is_on(to, position.of_color(color));
    let mut goes = to_own.splat(0);
    if to_own.any() {
        let way = castling_way_is_free(position, color, [from, to]);
        goes = to_own & way;
        if goes.any() {
            goes = goes & castles_safely(position, color, [from, to]);
        }
    }
    if hyperbola::king_attacks(from).contains(to) {
        goes = goes | (!to_own & step_is_safe(position, color, to));
    }
    goes
}

/// Returns all ones if the pawn of a colour on a move's first square can make it, if checks do not
/// count, otherwise zero. It becomes a [role](roles), or stays a pawn.
#[inline(always)]
#[must_use]
pub fn pawn_reaches<W: Branch>(
    position: &impl Placed<W>,
    color: Color,
    [from, to]: [Square; 2],
    becomes: usize,
) -> W {
    let occupied = position.occupied();
    let constant = |set: u64| occupied.splat(set);
    let is_last = (last_rank(true) | last_rank(false)) & to.bit() != 0;
    let fits = if is_last {
        (roles::KNIGHT..=roles::QUEEN).contains(&becomes)
    } else {
        becomes == roles::PAWN
    };
    // A rotation is a shift, because no pawn stands on the last rank.
    let push = |pawn: W| pawn.rotate_left(push_rotation(color)) & !occupied;
    let once = push(constant(from.bit()));
    let twice = push(once & constant(third_rank(is_white(color))));
    let passed = if position.en_passant() == Some(to) { to.bit() } else { 0 };
    let captures = position.of_color(!color) | constant(passed);
    let captures = captures & constant(hyperbola::pawn_attacks(color, from).0);
    is_on(to, once | twice | captures) & constant(if fits { !0 } else { 0 })
}

/// Returns by how many places to the left a colour's pawns are rotated to be pushed.
#[inline]
#[must_use]
pub const fn push_rotation(color: Color) -> u32 {
    if is_white(color) { 8 } else { 56 }
}

/// Returns all ones if the king of a colour may castle with a rook and nothing stands in the way of
/// either, otherwise zero.
#[inline(always)]
#[must_use]
pub fn castling_way_is_free<W: Branch>(
    position: &impl Placed<W>,
    color: Color,
    [king, rook]: [Square; 2],
) -> W {
    let (occupied, wing) = (position.occupied(), castling::wing(king, rook));
    let zero = occupied.splat(0);
    if position.castling_rook(color, wing) != Some(rook) {
        return zero;
    }
    Castle::new(king, rook, wing, is_white(color)).is_free(occupied, zero, zero)
}

/// Returns all ones if the king of a colour castles with a rook without being attacked on its way,
/// its first and its last square included, otherwise zero.
#[inline(never)]
fn castles_safely<W: Branch>(
    position: &impl Placed<W>,
    color: Color,
    [king, rook]: [Square; 2],
) -> W {
    let wing = castling::wing(king, rook);
    let castle = Castle::new(king, rook, wing, is_white(color));
    let (enemy, without) = (position.side(!color), without_king(position, color));
    let constant = |set: u64| without.splat(set);
    let mut is_safe = legal::attacked(constant(castle.path), !color, &enemy, without).zero_mask();
    if is_safe.any() {
        let after = (without & !constant(castle.rook)) | constant(castle.rook_to);
        let king_to = castling::king_target(wing, is_white(color));
        is_safe = is_safe & legal::sliders_to(king_to, &enemy, after).zero_mask();
    }
    is_safe
}

/// Returns all ones if no enemy attacks the king of a colour after a move of another piece, which
/// takes what stands on the last of the three squares, otherwise zero.
#[inline(always)]
#[must_use]
pub fn king_is_safe_after<W: Branch>(
    position: &impl Placed<W>,
    color: Color,
    squares: [Square; 3],
) -> W {
    let (king, enemy) = (position.king(color), position.side(!color));
    legal::checkers_after(king, squares, !color, &enemy, position.occupied()).zero_mask()
}

/// The attacks of each role on an empty board, 3.5 KiB: of White's pieces, and behind them of
/// Black's pawns.
pub static ATTACKS: [[u64; 64]; roles::LEN + 1] = {
    let mut attacks = [[0; 64]; roles::LEN + 1];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        attacks[roles::PAWN][index] = hyperbola::pawn_attacks(Color::White, square).0;
        attacks[roles::KNIGHT][index] = hyperbola::knight_attacks(square).0;
        attacks[roles::BISHOP][index] = geometry::lines(square, Slider::Bishop).0;
        attacks[roles::ROOK][index] = geometry::lines(square, Slider::Rook).0;
        attacks[roles::QUEEN][index] = geometry::lines(square, Slider::Queen).0;
        attacks[roles::KING][index] = hyperbola::king_attacks(square).0;
        attacks[roles::LEN][index] = hyperbola::pawn_attacks(Color::Black, square).0;
        index += 1;
    }
    attacks
};

/// Returns all ones if a piece attacks a square from another, otherwise zero; the squares in
/// `occupied` block.
///
/// No branch depends on the role: what leaps has no square between.
#[inline(always)]
#[must_use]
pub fn sees<W: Branch>(color: Color, role: usize, [from, square]: [Square; 2], occupied: W) -> W {
    let is_black_pawn = role == roles::PAWN && !is_white(color);
    let row = if is_black_pawn { roles::LEN } else { role };
    let is_on_line = ATTACKS[row][from as usize] & square.bit() != 0;
    let mut sees = occupied.splat(if is_on_line { !0 } else { 0 });
    if sees.any() {
        let between = occupied & occupied.splat(geometry::between(from, square).0);
        sees = sees & between.zero_mask();
    }
    sees
}

/// Returns all ones if a legal move of a colour gives check, otherwise zero. For a move that is not
/// legal the result has no meaning. The move is given as for [`is_legal`].
#[inline(always)]
#[must_use]
pub fn gives_check<W: Branch>(
    position: &impl Placed<W>,
    color: Color,
    [from, to]: [Square; 2],
    becomes: usize,
) -> W {
    let constant = |set: u64| position.occupied().splat(set);
    let own = position.of_color(color);
    let to_own = is_on(to, own);
    let mut gives_check = constant(0);
    if to_own.any() {
        gives_check = to_own & castling_gives_check(position, color, [from, to]);
    }
    if (!to_own).any() {
        let king = position.king(!color);
        let mut occupied = (position.occupied() & !constant(from.bit())) | constant(to.bit());
        if position.en_passant() == Some(to) {
            let captured = is_on(from, position.of(color, roles::PAWN));
            occupied = occupied & !(captured & constant(legal::victim(to).bit()));
        }
        let direct = position.by_role_at(color, from, |role| {
            // Only pawns become another role.
            let role = if becomes == roles::PAWN { role } else { becomes };
            sees(color, role, [to, king], occupied)
        });
        let mut checks = direct;
        if (!direct).any() {
            let sliders = legal::on_lines_of(king, &position.side(color)) & !constant(from.bit());
            checks = checks | !legal::seeing(king, sliders, occupied).zero_mask();
        }
        gives_check = gives_check | (!to_own & checks);
    }
    gives_check
}

/// Returns all ones if the rook gives check once the king has castled with it. No other piece does.
#[inline(never)]
fn castling_gives_check<W: Branch>(
    position: &impl Placed<W>,
    color: Color,
    [from, to]: [Square; 2],
) -> W {
    let (wing, white) = (castling::wing(from, to), is_white(color));
    let (king, rook) = (castling::king_target(wing, white), castling::rook_target(wing, white));
    let occupied = position.occupied();
    let left = occupied & !occupied.splat(from.bit() | to.bit());
    let after = left | occupied.splat(king.bit() | rook.bit());
    sees(color, roles::ROOK, [rook, position.king(!color)], after)
}

/// Returns the squares that some pawns of a colour are pushed to if checks and pins do not count.
#[inline(always)]
fn pushes<W: Branch>(position: &impl Placed<W>, color: Color, pawns: W) -> W {
    // A rotation is a shift, because no pawn stands on the last rank.
    pawns.rotate_left(push_rotation(color)) & !position.occupied()
}

/// Returns the squares that the pawns of a colour which are not pinned are pushed to; none if their
/// king is in check.
#[inline(always)]
#[must_use]
pub fn unpinned_pushes<W: Branch>(
    position: &impl Placed<W>,
    color: Color,
    checks: &Checks<W>,
) -> W {
    let pawns = position.of(color, roles::PAWN) & !checks.pinned;
    pushes(position, color, pawns) & checks.checkers.zero_mask()
}

/// Returns the squares that the pawns of a colour which stand on no line of their king are pushed
/// to; none if he is in check. Such pawns are not pinned, and nearly every position has one.
#[inline(always)]
#[must_use]
pub fn free_pushes<W: Branch>(position: &impl Placed<W>, color: Color) -> W {
    let (king, occupied) = (position.king(color), position.occupied());
    let lines = occupied.splat(geometry::lines(king, Slider::Queen).0);
    let pawns = position.of(color, roles::PAWN) & !lines;
    let mut pushes = pushes(position, color, pawns);
    if pushes.any() {
        let enemy = position.side(!color);
        let checkers =
            legal::leapers_to(king, !color, &enemy) | legal::sliders_to(king, &enemy, occupied);
        pushes = pushes & checkers.zero_mask();
    }
    pushes
}

/// Returns all ones if no enemy attacks the king of a colour once he has stepped to a square,
/// otherwise zero.
#[inline(always)]
#[must_use]
pub fn step_is_safe<W: Branch>(position: &impl Placed<W>, color: Color, to: Square) -> W {
    let (enemy, without) = (position.side(!color), without_king(position, color));
    legal::attackers_to(to, !color, &enemy, without).zero_mask()
}
