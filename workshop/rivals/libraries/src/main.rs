//! Times what an engine calls, by hyperbola-moves, cozy-chess and shakmaty in one program, in
//! turns.
//!
//! ```text
//! cd workshop/rivals/libraries
//! RUSTFLAGS="-C target-cpu=native" cargo run --release --features pext [--json] [games|search [ROW]]
//! ```
//!
//! The positions are those of the famous games, or 20,000 that searches visited from them,
//! shuffled. Each row does the same work with each library and must come to the same sum before it
//! is timed. With a row, a library and a number, `ROW LIBRARY TIMES` after the positions, the work
//! is only done so often, for programs that count instructions. `--json` prints panels for the
//! lab's records, which `cargo lab libraries` writes.

use core::fmt::Write as _;
use core::hint::black_box;
use core::time::Duration;

use arrayvec::ArrayVec;
use hyperbola::SliderAttacks as _;
use hyperbola_moves as ours;
use hyperbola_random::Random;
use hyperbola_timing::runner::{Comparison, Contender, Settings, Timed, Work, compare, timed};
use shakmaty::{Position as _, attacks};

/// The positions of perft suites, and the depths at which they have about as many nodes.
const SIX: [(&str, u32); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3),
];

/// The values of pieces in the search, from the pawn to the king.
const VALUES: [i32; 6] = [100, 300, 310, 500, 900, 0];

/// What is timed, with the functions that an author would call.
trait Library: 'static {
    const NAME: &'static str;
    type Position: Clone;
    type Move: Copy + PartialEq;
    type List: AsRef<[Self::Move]>;

    fn read_fen(fen: &str) -> Self::Position;
    fn write_fen(position: &Self::Position, text: &mut String);
    /// Makes a move that need not be legal.
    fn candidate(position: &Self::Position, uci: &str) -> Self::Move;
    fn read_uci(position: &Self::Position, uci: &str) -> Option<Self::Move>;
    fn write_uci(position: &Self::Position, played: Self::Move, text: &mut String);
    fn read_san(position: &Self::Position, san: &str) -> Option<Self::Move>;
    fn write_san(position: &Self::Position, played: Self::Move, text: &mut String);
    fn list(position: &Self::Position) -> Self::List;
    /// Visits the moves without a list, where the library can.
    fn visit(position: &Self::Position, visit: impl FnMut(Self::Move));
    fn count(position: &Self::Position) -> usize;
    /// Lists the moves that take a piece.
    fn captures(position: &Self::Position) -> Self::List;
    /// Lists those first and the others then, and returns the number of both.
    fn captures_then_quiets(position: &Self::Position) -> [usize; 2];
    /// Counts the moves that give check and neither take nor promote.
    fn quiet_checks(position: &Self::Position) -> usize;
    fn has_moves(position: &Self::Position) -> bool;
    fn is_legal(position: &Self::Position, candidate: Self::Move) -> bool;
    /// Makes a move and takes it back, or makes it on a copy.
    fn to_and_fro(position: &mut Self::Position, played: Self::Move);
    fn play(position: &mut Self::Position, played: Self::Move);
    fn key(position: &Self::Position) -> u64;
    fn gives_check(position: &Self::Position, played: Self::Move) -> bool;
    /// Asks whether the side to move is in check.
    fn is_check(position: &Self::Position) -> bool;

    /// What a search knows of a position that it asks several times.
    type Node<'a>;
    fn node(position: &Self::Position) -> Self::Node<'_>;
    fn node_is_check(node: &Self::Node<'_>) -> bool;
    fn pass(node: &Self::Node<'_>) -> Option<Self::Position>;
    fn holds(node: &Self::Node<'_>, candidate: Self::Move) -> bool;
    fn taking(node: &Self::Node<'_>) -> Self::List;
    fn quiets(node: &Self::Node<'_>) -> Self::List;
    /// Returns the squares and the roles, from pawn = 0, of a move: that which moves, that which is
    /// taken (or 6), and that of a promotion (or 0).
    fn parts(position: &Self::Position, played: Self::Move) -> [usize; 5];
    /// Returns the material, as the side to move sees it.
    fn material(position: &Self::Position) -> i32;

    fn queen(square: usize, occupied: u64) -> u64;
    /// Another function for the same, where the library has one for the target.
    #[inline(always)]
    fn native_queen(square: usize, occupied: u64) -> u64 {
        Self::queen(square, occupied)
    }
}

struct Ours;

impl Library for Ours {
    const NAME: &'static str = "hyperbola-moves";
    type Position = ours::Position;
    type Move = ours::Move;
    type List = ours::MoveList;

    fn read_fen(fen: &str) -> ours::Position {
        fen.parse().expect("a valid FEN")
    }
    fn write_fen(position: &ours::Position, text: &mut String) {
        position.fen().write_to(text).expect("a string takes all");
    }
    fn candidate(_: &ours::Position, uci: &str) -> ours::Move {
        uci.parse().expect("a move")
    }
    fn read_uci(position: &ours::Position, uci: &str) -> Option<ours::Move> {
        position.parse_uci(uci).ok()
    }
    fn write_uci(position: &ours::Position, played: ours::Move, text: &mut String) {
        position.uci(played).write_to(text).expect("a string takes all");
    }
    fn read_san(position: &ours::Position, san: &str) -> Option<ours::Move> {
        position.parse_san(san).ok()
    }
    fn write_san(position: &ours::Position, played: ours::Move, text: &mut String) {
        position.san(played).write_to(text).expect("a string takes all");
    }
    fn list(position: &ours::Position) -> ours::MoveList {
        position.legal_moves()
    }
    fn visit(position: &ours::Position, mut visit: impl FnMut(ours::Move)) {
        position.legal().for_each_set(|set| set.moves().for_each(&mut visit));
    }
    fn count(position: &ours::Position) -> usize {
        position.legal().count()
    }
    fn captures(position: &ours::Position) -> ours::MoveList {
        position.legal().stage(ours::Stage::Captures).moves()
    }
    fn captures_then_quiets(position: &ours::Position) -> [usize; 2] {
        let legal = position.legal();
        let stages = [ours::Stage::Captures, ours::Stage::Quiets];
        stages.map(|stage| black_box(&legal.stage(stage).moves()).len())
    }
    fn quiet_checks(position: &ours::Position) -> usize {
        position.legal().stage(ours::Stage::QuietChecks).count()
    }
    fn has_moves(position: &ours::Position) -> bool {
        position.has_legal_moves()
    }
    fn to_and_fro(position: &mut ours::Position, played: ours::Move) {
        let undo = position.make(played);
        black_box(&*position);
        position.unmake(undo);
    }
    fn is_legal(position: &ours::Position, candidate: ours::Move) -> bool {
        position.is_legal(candidate)
    }
    fn play(position: &mut ours::Position, played: ours::Move) {
        position.play_unchecked(played);
    }
    fn key(position: &ours::Position) -> u64 {
        position.key()
    }
    fn gives_check(position: &ours::Position, played: ours::Move) -> bool {
        position.gives_check(played)
    }
    fn is_check(position: &ours::Position) -> bool {
        position.is_check()
    }

    type Node<'a> = ours::Legal<'a>;
    fn node(position: &ours::Position) -> ours::Legal<'_> {
        position.legal()
    }
    fn node_is_check(legal: &ours::Legal<'_>) -> bool {
        !legal.checkers().is_empty()
    }
    fn pass(legal: &ours::Legal<'_>) -> Option<ours::Position> {
        legal.null_move()
    }
    fn holds(legal: &ours::Legal<'_>, candidate: ours::Move) -> bool {
        legal.contains(candidate)
    }
    fn taking(legal: &ours::Legal<'_>) -> ours::MoveList {
        legal.stage(ours::Stage::Captures).moves()
    }
    fn quiets(legal: &ours::Legal<'_>) -> ours::MoveList {
        legal.stage(ours::Stage::Quiets).moves()
    }
    fn parts(position: &ours::Position, played: ours::Move) -> [usize; 5] {
        let mover = position.board().role_at(played.from()).map_or(6, |role| role as usize);
        let taken = played.captured(position).map_or(6, |role| role as usize);
        let promoted = played.promotion().map_or(0, |role| role as usize);
        [played.from() as usize, played.to() as usize, mover, taken, promoted]
    }
    fn material(position: &ours::Position) -> i32 {
        let (board, side) = (position.board(), position.side_to_move());
        let count = |color, role| board.of(color, role).count() as i32;
        let roles = ours::Role::ALL.into_iter().zip(VALUES);
        roles.map(|(role, value)| value * (count(side, role) - count(!side, role))).sum()
    }
    #[inline(always)]
    fn queen(square: usize, occupied: u64) -> u64 {
        hyperbola::queen_attacks(hyperbola::Square::ALL[square], hyperbola::Bitboard(occupied)).0
    }
    #[inline(always)]
    fn native_queen(square: usize, occupied: u64) -> u64 {
        let (square, occupied) = (hyperbola::Square::ALL[square], hyperbola::Bitboard(occupied));
        hyperbola::Native::queen_attacks(square, occupied).0
    }
}

struct CozyChess;

impl CozyChess {
    /// Visits the moves to those of its targets that a function chooses from the captures and all.
    fn visit_to(
        board: &cozy_chess::Board,
        choose: impl Fn(cozy_chess::BitBoard, cozy_chess::BitBoard) -> cozy_chess::BitBoard,
        mut visit: impl FnMut(cozy_chess::Move),
    ) {
        let enemies = board.colors(!board.side_to_move());
        let passed = board.en_passant().map(|file| {
            let rank = cozy_chess::Rank::Third.relative_to(!board.side_to_move());
            cozy_chess::Square::new(file, rank).bitboard()
        });
        let with_passed = enemies | passed.unwrap_or(cozy_chess::BitBoard::EMPTY);
        board.generate_moves(|mut moves| {
            let is_pawn = moves.piece == cozy_chess::Piece::Pawn;
            let taken = moves.to & if is_pawn { with_passed } else { enemies };
            moves.to = choose(taken, moves.to);
            moves.into_iter().for_each(&mut visit);
            false
        });
    }
}

impl Library for CozyChess {
    const NAME: &'static str = "cozy-chess";
    type Position = cozy_chess::Board;
    type Move = cozy_chess::Move;
    type List = ArrayVec<cozy_chess::Move, 218>;

    fn read_fen(fen: &str) -> cozy_chess::Board {
        fen.parse().expect("a valid FEN")
    }
    fn write_fen(board: &cozy_chess::Board, text: &mut String) {
        write!(text, "{board}").expect("a string takes all");
    }
    fn candidate(_: &cozy_chess::Board, uci: &str) -> cozy_chess::Move {
        uci.parse().expect("a move")
    }
    fn read_uci(board: &cozy_chess::Board, uci: &str) -> Option<cozy_chess::Move> {
        let read = cozy_chess::util::parse_uci_move(board, uci).ok()?;
        board.is_legal(read).then_some(read)
    }
    fn write_uci(board: &cozy_chess::Board, played: cozy_chess::Move, text: &mut String) {
        let written = cozy_chess::util::display_uci_move(board, played);
        write!(text, "{written}").expect("a string takes all");
    }
    fn read_san(board: &cozy_chess::Board, san: &str) -> Option<cozy_chess::Move> {
        cozy_chess::util::parse_san_move(board, san).ok()
    }
    fn write_san(board: &cozy_chess::Board, played: cozy_chess::Move, text: &mut String) {
        let written = cozy_chess::util::display_san_move(board, played);
        write!(text, "{written}").expect("a string takes all");
    }
    fn list(board: &cozy_chess::Board) -> ArrayVec<cozy_chess::Move, 218> {
        let mut list = ArrayVec::<_, 218>::new();
        Self::visit(board, |played| list.push(played));
        list
    }
    fn visit(board: &cozy_chess::Board, mut visit: impl FnMut(cozy_chess::Move)) {
        board.generate_moves(|moves| {
            moves.into_iter().for_each(&mut visit);
            false
        });
    }
    fn count(board: &cozy_chess::Board) -> usize {
        let mut count = 0;
        board.generate_moves(|moves| {
            count += moves.len();
            false
        });
        count
    }
    fn captures(board: &cozy_chess::Board) -> ArrayVec<cozy_chess::Move, 218> {
        let mut list = ArrayVec::<_, 218>::new();
        Self::visit_to(board, |taken, _| taken, |played| list.push(played));
        list
    }
    fn captures_then_quiets(board: &cozy_chess::Board) -> [usize; 2] {
        let captures = Self::captures(board);
        let mut quiets = ArrayVec::<_, 218>::new();
        Self::visit_to(board, |taken, all| all & !taken, |played| quiets.push(played));
        [black_box(&captures).as_ref().len(), black_box(&quiets).len()]
    }
    fn quiet_checks(board: &cozy_chess::Board) -> usize {
        let mut count = 0;
        Self::visit_to(
            board,
            |taken, all| all & !taken,
            |played| {
                let gives_check = played.promotion.is_none() && Self::gives_check(board, played);
                count += usize::from(gives_check);
            },
        );
        count
    }
    fn has_moves(board: &cozy_chess::Board) -> bool {
        board.generate_moves(|_| true)
    }
    fn to_and_fro(board: &mut cozy_chess::Board, played: cozy_chess::Move) {
        let mut next = board.clone();
        next.play_unchecked(played);
        black_box(&next);
    }
    fn is_legal(board: &cozy_chess::Board, candidate: cozy_chess::Move) -> bool {
        board.is_legal(candidate)
    }
    fn play(board: &mut cozy_chess::Board, played: cozy_chess::Move) {
        board.play_unchecked(played);
    }
    fn key(board: &cozy_chess::Board) -> u64 {
        board.hash()
    }
    fn gives_check(board: &cozy_chess::Board, played: cozy_chess::Move) -> bool {
        let mut next = board.clone();
        next.play_unchecked(played);
        !next.checkers().is_empty()
    }
    fn is_check(board: &cozy_chess::Board) -> bool {
        !board.checkers().is_empty()
    }

    type Node<'a> = &'a cozy_chess::Board;
    fn node(board: &cozy_chess::Board) -> &cozy_chess::Board {
        board
    }
    fn node_is_check(board: &&cozy_chess::Board) -> bool {
        !board.checkers().is_empty()
    }
    fn pass(board: &&cozy_chess::Board) -> Option<cozy_chess::Board> {
        board.null_move()
    }
    fn holds(board: &&cozy_chess::Board, candidate: cozy_chess::Move) -> bool {
        board.is_legal(candidate)
    }
    fn taking(board: &&cozy_chess::Board) -> ArrayVec<cozy_chess::Move, 218> {
        Self::captures(board)
    }
    fn quiets(board: &&cozy_chess::Board) -> ArrayVec<cozy_chess::Move, 218> {
        let mut quiets = ArrayVec::<_, 218>::new();
        Self::visit_to(board, |taken, all| all & !taken, |played| quiets.push(played));
        quiets
    }
    fn parts(board: &cozy_chess::Board, played: cozy_chess::Move) -> [usize; 5] {
        let mover = board.piece_on(played.from).map_or(6, |piece| piece as usize);
        let is_taken = board.color_on(played.to) == Some(!board.side_to_move());
        let mut taken =
            board.piece_on(played.to).filter(|_| is_taken).map_or(6, |piece| piece as usize);
        if mover == 0 && taken == 6 && played.from.file() != played.to.file() {
            taken = 0;
        }
        let promoted = played.promotion.map_or(0, |piece| piece as usize);
        [played.from as usize, played.to as usize, mover, taken, promoted]
    }
    fn material(board: &cozy_chess::Board) -> i32 {
        let side = board.side_to_move();
        let count = |color, piece| board.colored_pieces(color, piece).len() as i32;
        let roles = cozy_chess::Piece::ALL.into_iter().zip(VALUES);
        roles.map(|(piece, value)| value * (count(side, piece) - count(!side, piece))).sum()
    }
    #[inline(always)]
    fn queen(square: usize, occupied: u64) -> u64 {
        let (square, occupied) =
            (cozy_chess::Square::index(square), cozy_chess::BitBoard(occupied));
        let rook = cozy_chess::get_rook_moves(square, occupied);
        (rook | cozy_chess::get_bishop_moves(square, occupied)).0
    }
}

struct Shakmaty;

impl Library for Shakmaty {
    const NAME: &'static str = "shakmaty";
    type Position = shakmaty::Chess;
    type Move = shakmaty::Move;
    type List = shakmaty::MoveList;

    fn read_fen(fen: &str) -> shakmaty::Chess {
        let fen = shakmaty::fen::Fen::from_ascii(fen.as_bytes()).expect("a FEN");
        fen.into_position(shakmaty::CastlingMode::Standard).expect("a valid FEN")
    }
    fn write_fen(position: &shakmaty::Chess, text: &mut String) {
        let mode = shakmaty::EnPassantMode::Legal;
        shakmaty::fen::Fen::from_position(position, mode).append_to_string(text);
    }
    fn candidate(position: &shakmaty::Chess, uci: &str) -> shakmaty::Move {
        let read = shakmaty::uci::UciMove::from_ascii(uci.as_bytes()).expect("a move");
        let shakmaty::uci::UciMove::Normal { from, to, promotion } = read else {
            unreachable!("no null move is read")
        };
        let board = position.board();
        let role = board.role_at(from).unwrap_or(shakmaty::Role::Pawn);
        let own = position.us();
        if role == shakmaty::Role::King && own.contains(from) && own.contains(to) {
            return shakmaty::Move::Castle { king: from, rook: to };
        }
        let is_diagonal = from.file() != to.file();
        if role == shakmaty::Role::Pawn && is_diagonal && board.role_at(to).is_none() {
            return shakmaty::Move::EnPassant { from, to };
        }
        shakmaty::Move::Normal { role, from, capture: board.role_at(to), to, promotion }
    }
    fn read_uci(position: &shakmaty::Chess, uci: &str) -> Option<shakmaty::Move> {
        let read = shakmaty::uci::UciMove::from_ascii(uci.as_bytes()).ok()?;
        read.to_move(position).ok()
    }
    fn write_uci(_: &shakmaty::Chess, played: shakmaty::Move, text: &mut String) {
        let mode = shakmaty::CastlingMode::Standard;
        shakmaty::uci::UciMove::from_move(played, mode).append_to_string(text);
    }
    fn read_san(position: &shakmaty::Chess, san: &str) -> Option<shakmaty::Move> {
        let read = shakmaty::san::SanPlus::from_ascii(san.as_bytes()).ok()?;
        read.san.to_move(position).ok()
    }
    fn write_san(position: &shakmaty::Chess, played: shakmaty::Move, text: &mut String) {
        shakmaty::san::SanPlus::from_move(position.clone(), played).append_to_string(text);
    }
    fn list(position: &shakmaty::Chess) -> shakmaty::MoveList {
        position.legal_moves()
    }
    fn visit(position: &shakmaty::Chess, visit: impl FnMut(shakmaty::Move)) {
        position.legal_moves().into_iter().for_each(visit);
    }
    fn count(position: &shakmaty::Chess) -> usize {
        position.legal_moves().len()
    }
    fn captures(position: &shakmaty::Chess) -> shakmaty::MoveList {
        position.capture_moves()
    }
    fn captures_then_quiets(position: &shakmaty::Chess) -> [usize; 2] {
        let all = position.legal_moves();
        let captures = all.iter().filter(|played| played.is_capture()).count();
        [captures, black_box(&all).len() - captures]
    }
    fn quiet_checks(position: &shakmaty::Chess) -> usize {
        let gives_check = |played: &&shakmaty::Move| {
            !played.is_capture() && !played.is_promotion() && Self::gives_check(position, **played)
        };
        position.legal_moves().iter().filter(gives_check).count()
    }
    fn has_moves(position: &shakmaty::Chess) -> bool {
        !position.legal_moves().is_empty()
    }
    fn to_and_fro(position: &mut shakmaty::Chess, played: shakmaty::Move) {
        let mut next = position.clone();
        next.play_unchecked(played);
        black_box(&next);
    }
    fn is_legal(position: &shakmaty::Chess, candidate: shakmaty::Move) -> bool {
        position.is_legal(candidate)
    }
    fn play(position: &mut shakmaty::Chess, played: shakmaty::Move) {
        position.play_unchecked(played);
    }
    fn key(position: &shakmaty::Chess) -> u64 {
        let mode = shakmaty::EnPassantMode::Legal;
        position.zobrist_hash::<shakmaty::zobrist::Zobrist64>(mode).0
    }
    fn gives_check(position: &shakmaty::Chess, played: shakmaty::Move) -> bool {
        let mut next = position.clone();
        next.play_unchecked(played);
        next.is_check()
    }
    fn is_check(position: &shakmaty::Chess) -> bool {
        position.is_check()
    }

    type Node<'a> = &'a shakmaty::Chess;
    fn node(position: &shakmaty::Chess) -> &shakmaty::Chess {
        position
    }
    fn node_is_check(position: &&shakmaty::Chess) -> bool {
        position.is_check()
    }
    fn pass(position: &&shakmaty::Chess) -> Option<shakmaty::Chess> {
        // It fails where the side to move is in check.
        (*position).clone().swap_turn().ok()
    }
    fn holds(position: &&shakmaty::Chess, candidate: shakmaty::Move) -> bool {
        position.is_legal(candidate)
    }
    fn taking(position: &&shakmaty::Chess) -> shakmaty::MoveList {
        position.capture_moves()
    }
    fn quiets(position: &&shakmaty::Chess) -> shakmaty::MoveList {
        let mut all = position.legal_moves();
        all.retain(|played| !played.is_capture());
        all
    }
    fn parts(_: &shakmaty::Chess, played: shakmaty::Move) -> [usize; 5] {
        let number =
            |role: Option<shakmaty::Role>, none| role.map_or(none, |role| role as usize - 1);
        let from = played.from().expect("no drop") as usize;
        let [taken, promoted] = [(played.capture(), 6), (played.promotion(), 0)];
        let [taken, promoted] = [number(taken.0, taken.1), number(promoted.0, promoted.1)];
        [from, played.to() as usize, number(Some(played.role()), 6), taken, promoted]
    }
    fn material(position: &shakmaty::Chess) -> i32 {
        let (board, side) = (position.board(), position.turn());
        let count = |color, role| board.by_piece(shakmaty::Piece { color, role }).count() as i32;
        let roles = shakmaty::Role::ALL.into_iter().zip(VALUES);
        roles.map(|(role, value)| value * (count(side, role) - count(!side, role))).sum()
    }
    #[inline(always)]
    fn queen(square: usize, occupied: u64) -> u64 {
        let square = shakmaty::Square::new(square as u32);
        attacks::queen_attacks(square, shakmaty::Bitboard(occupied)).0
    }
}

/// A search with each library, whose nodes are the same: captures by victims, killers, null moves,
/// and captures alone at the end.
struct Search<L: Library, V> {
    nodes: usize,
    /// Quiet moves, each with its parts: the same squares may have another piece.
    killers: [Option<(L::Move, [usize; 5])>; 64],
    /// Sees each position with the first move that is made there.
    visit: V,
}

/// The score of a mate at once.
const MATE: i32 = 20_000;

impl<L: Library, V: FnMut(&L::Position, L::Move)> Search<L, V> {
    const fn new(visit: V) -> Self {
        Self { nodes: 0, killers: [None; 64], visit }
    }

    fn score(&mut self, position: &L::Position, [ply, depth]: [usize; 2], window: [i32; 2]) -> i32 {
        self.nodes += 1;
        let ([mut alpha, beta], node) = (window, L::node(position));
        let is_check = L::node_is_check(&node);
        let depth = depth + usize::from(is_check && ply < 20);
        let standing = L::material(position);
        if depth == 0 || ply == 60 {
            if standing >= beta || ply == 60 {
                return standing;
            }
            alpha = alpha.max(standing);
        } else if !is_check && depth >= 3 && standing >= beta && beta > -MATE {
            let next = L::pass(&node).expect("no check");
            let score = -self.score(&next, [ply + 1, depth - 3], [-beta, 1 - beta]);
            if score >= beta {
                return score;
            }
        }
        let mut count = 0;
        let taking = L::taking(&node);
        let place = |&played: &L::Move| {
            let [from, to, mover, taken, promoted] = L::parts(position, played);
            [mover, from, to, promoted]
                .into_iter()
                .fold(5 - taken.min(5), |place, part| place << 6 | part)
        };
        // Small, and neither moved nor returned: copies would take longer than the search.
        let mut moves = ArrayVec::<(usize, L::Move), 128>::new();
        moves.extend(taking.as_ref().iter().map(|played| (place(played), *played)));
        moves.sort_unstable_by_key(|(place, _)| *place);
        for &(_, played) in &moves {
            count += 1;
            if self.cuts(position, played, [ply, depth], &mut alpha, beta) {
                return alpha;
            }
        }
        if depth == 0 {
            return alpha;
        }
        let fits = |&(killer, parts): &(L::Move, _)| {
            L::holds(&node, killer) && L::parts(position, killer) == parts
        };
        let killer = self.killers[ply].filter(fits).map(|(killer, _)| killer);
        let quiets = L::quiets(&node);
        let mut moves = ArrayVec::<(usize, L::Move), 256>::new();
        moves.extend(quiets.as_ref().iter().map(|played| (place(played), *played)));
        moves.sort_unstable_by_key(|(place, played)| (Some(*played) != killer, *place));
        for &(_, played) in &moves {
            count += 1;
            if self.cuts(position, played, [ply, depth], &mut alpha, beta) {
                self.killers[ply] = Some((played, L::parts(position, played)));
                return alpha;
            }
        }
        match (count, is_check) {
            (0, true) => ply as i32 - MATE,
            (0, false) => 0,
            _ => alpha,
        }
    }

    /// Searches a move, and returns whether it is too good.
    fn cuts(
        &mut self,
        position: &L::Position,
        played: L::Move,
        [ply, depth]: [usize; 2],
        alpha: &mut i32,
        beta: i32,
    ) -> bool {
        (self.visit)(position, played);
        let mut next = position.clone();
        L::play(&mut next, played);
        let score = -self.score(&next, [ply + 1, depth.saturating_sub(1)], [-beta, -*alpha]);
        *alpha = score.max(*alpha);
        *alpha >= beta
    }
}

/// A position, and moves for it.
struct Case {
    fen: String,
    /// A legal move.
    uci: String,
    san: String,
    /// That move and others of the game, legal or not, in the notation of Chess960.
    candidates: Vec<String>,
    /// The end of the same move in the notation of Chess960.
    played: String,
}

/// A position with the move that was made there and four of the positions after it, legal or not.
type Sample = (ours::Position, ours::Move, [ours::Move; OTHERS]);

/// The number of the other moves of a sample.
const OTHERS: usize = 4;

/// The cases as a library has them.
struct Cases<L: Library> {
    all: Vec<(L::Position, L::Move, Case)>,
    candidates: Vec<(usize, L::Move)>,
    six: Vec<(L::Position, u32)>,
    /// The positions from which the whole search begins.
    roots: Vec<L::Position>,
    queens: Vec<(usize, u64)>,
    text: String,
}

impl<L: Library> Cases<L> {
    fn new(positions: &[Sample]) -> Self {
        let cases = positions.iter().map(|(position, played, others)| Case {
            fen: position.to_string(),
            uci: position.uci(*played).to_string(),
            san: position.san(*played).to_string(),
            played: played.to_string(),
            candidates: [played].into_iter().chain(others).map(ToString::to_string).collect(),
        });
        let all: Vec<_> = cases
            .map(|case| {
                let position = L::read_fen(&case.fen);
                (position.clone(), L::candidate(&position, &case.played), case)
            })
            .collect();
        let candidates = all.iter().enumerate().flat_map(|(index, (position, _, case))| {
            case.candidates.iter().map(move |uci| (index, L::candidate(position, uci)))
        });
        let roots = positions.iter().step_by(positions.len().div_ceil(12));
        let mut random = Random::new(5);
        let occupied = positions.iter().map(|(position, ..)| position.board().occupied().0);
        Self {
            candidates: candidates.collect(),
            six: SIX.map(|(fen, depth)| (L::read_fen(fen), depth)).into(),
            roots: roots.map(|(position, ..)| L::read_fen(&position.to_string())).collect(),
            queens: occupied.map(|occupied| ((random.word() >> 58) as usize, occupied)).collect(),
            text: String::with_capacity(200),
            all,
        }
    }
}

fn list_and_play<L: Library>(position: &L::Position, depth: u32) -> usize {
    let list = L::list(position);
    let nodes = list.as_ref().iter().map(|&played| {
        let mut next = position.clone();
        L::play(&mut next, played);
        black_box(&next);
        if depth == 1 { 1 } else { list_and_play::<L>(&next, depth - 1) }
    });
    nodes.sum()
}

fn visit_and_play<L: Library>(position: &L::Position, depth: u32) -> usize {
    let mut nodes = 0;
    L::visit(position, |played| {
        let mut next = position.clone();
        L::play(&mut next, played);
        black_box(&next);
        nodes += if depth == 1 { 1 } else { visit_and_play::<L>(&next, depth - 1) };
    });
    nodes
}

fn bulk<L: Library>(position: &L::Position, depth: u32, last: fn(&L::Position) -> usize) -> usize {
    if depth == 1 {
        return last(position);
    }
    let mut nodes = 0;
    L::visit(position, |played| {
        let mut next = position.clone();
        L::play(&mut next, played);
        nodes += bulk::<L>(&next, depth - 1, last);
    });
    nodes
}

fn listed<L: Library>(position: &L::Position) -> usize {
    L::list(position).as_ref().len()
}

/// A name, the work, which returns a sum that all libraries must come to, and the number of its
/// operations if it is not that number.
type Row<L> = (&'static str, fn(&mut Cases<L>) -> usize, Option<fn(&Cases<L>) -> usize>);

fn sum<L: Library>(
    cases: &mut Cases<L>,
    mut one: impl FnMut(&L::Position, L::Move, &Case, &mut String) -> usize,
) -> usize {
    let Cases { all, text, .. } = cases;
    let each = all.iter().map(|(position, played, case)| one(position, *played, case, text));
    each.sum()
}

/// Returns the length of what is written, which takes no time to tell.
fn written(text: &mut String, write: impl FnOnce(&mut String)) -> usize {
    text.clear();
    write(text);
    black_box(&*text).len()
}

#[inline(always)]
fn independent<L: Library>(cases: &Cases<L>, queen: impl Fn(usize, u64) -> u64) -> usize {
    let each = cases
        .queens
        .iter()
        .map(|&(square, occupied)| black_box(queen(square, occupied)).count_ones() as usize);
    each.sum()
}

#[inline(always)]
fn dependent<L: Library>(cases: &Cases<L>, queen: impl Fn(usize, u64) -> u64) -> usize {
    let mut last = 0;
    for &(square, occupied) in &cases.queens {
        last = queen(square ^ (last >> 58) as usize, occupied ^ last);
    }
    last.count_ones() as usize
}

#[rustfmt::skip]
fn rows<L: Library>() -> Vec<Row<L>> {
    let of_all: Option<fn(&Cases<L>) -> usize> = Some(|cases| cases.all.len());
    vec![
        ("list and play", |cases| {
            cases.six.iter().map(|(one, depth)| list_and_play::<L>(one, depth - 1)).sum()
        }, None),
        ("visit and play", |cases| {
            cases.six.iter().map(|(one, depth)| visit_and_play::<L>(one, depth - 1)).sum()
        }, None),
        ("count in bulk", |cases| {
            cases.six.iter().map(|(one, depth)| bulk::<L>(one, *depth, L::count)).sum()
        }, None),
        ("count by lists", |cases| {
            cases.six.iter().map(|(one, depth)| bulk::<L>(one, *depth, listed::<L>)).sum()
        }, None),
        ("list", |cases| sum(cases, |position, _, _, _| listed::<L>(position)), of_all),
        ("count", |cases| sum(cases, |position, _, _, _| L::count(position)), of_all),
        ("captures", |cases| sum(cases, |position, _, _, _| {
            L::captures(position).as_ref().len()
        }), of_all),
        ("captures, then quiets", |cases| sum(cases, |position, _, _, _| {
            let [captures, quiets] = L::captures_then_quiets(position);
            captures + quiets
        }), of_all),
        ("quiet checks", |cases| sum(cases, |position, _, _, _| {
            L::quiet_checks(position)
        }), of_all),
        ("is there a move", |cases| sum(cases, |position, _, _, _| {
            usize::from(L::has_moves(position))
        }), of_all),
        ("legality of a move", |cases| {
            let legal = cases.candidates.iter()
                .filter(|(index, candidate)| L::is_legal(&cases.all[*index].0, *candidate));
            legal.count()
        }, Some(|cases| cases.candidates.len())),
        ("null move", |cases| sum(cases, |position, _, _, _| {
            usize::from(black_box(L::pass(&L::node(position))).is_some())
        }), of_all),
        ("a node's prologue", |cases| {
            let each = cases.candidates.chunk_by(|(one, _), (other, _)| one == other).map(|candidates| {
                let node = L::node(&cases.all[candidates[0].0].0);
                let passed = usize::from(black_box(L::pass(&node)).is_some());
                let legal = candidates.iter().filter(|(_, candidate)| L::holds(&node, *candidate));
                let known = legal.count() + passed + usize::from(L::node_is_check(&node));
                known + L::taking(&node).as_ref().len()
            });
            each.sum()
        }, of_all),
        ("make, then in check?", |cases| sum(cases, |position, played, _, _| {
            let mut next = position.clone();
            L::play(&mut next, played);
            usize::from(L::is_check(&next))
        }), of_all),
        ("a whole search", |cases| {
            let each = cases.roots.iter().map(|root| {
                let mut search = Search::<L, _>::new(|_, _| ());
                search.score(root, [0, 3], [-MATE, MATE]);
                search.nodes
            });
            each.sum()
        }, None),
        ("copy and make", |cases| sum(cases, |position, played, _, _| {
            let mut next = position.clone();
            L::play(&mut next, played);
            black_box(&next);
            1
        }), of_all),
        ("copy, make and key", |cases| sum(cases, |position, played, _, _| {
            let mut next = position.clone();
            L::play(&mut next, played);
            black_box(L::key(&next));
            1
        }), of_all),
        ("make and take back", |cases| {
            for (position, played, _) in &mut cases.all {
                L::to_and_fro(position, *played);
            }
            cases.all.len()
        }, None),
        ("gives check", |cases| sum(cases, |position, played, _, _| {
            usize::from(L::gives_check(position, played))
        }), of_all),
        ("FEN, reading", |cases| sum(cases, |_, _, case, _| {
            black_box(L::read_fen(&case.fen));
            1
        }), of_all),
        ("FEN, writing", |cases| sum(cases, |position, _, _, text| {
            written(text, |text| L::write_fen(position, text))
        }), of_all),
        ("UCI, reading", |cases| sum(cases, |position, _, case, _| {
            usize::from(black_box(L::read_uci(position, &case.uci)).is_some())
        }), of_all),
        ("UCI, writing", |cases| sum(cases, |position, played, _, text| {
            written(text, |text| L::write_uci(position, played, text))
        }), of_all),
        ("SAN, reading", |cases| sum(cases, |position, _, case, _| {
            usize::from(black_box(L::read_san(position, &case.san)).is_some())
        }), of_all),
        ("SAN, writing", |cases| sum(cases, |position, played, _, text| {
            written(text, |text| L::write_san(position, played, text))
        }), of_all),
        ("one queen in a hot loop", |cases| independent(cases, L::queen), of_all),
        ("the same by Native", |cases| independent(cases, L::native_queen), of_all),
        ("one queen, each depending on the last", |cases| dependent(cases, L::queen), of_all),
        ("the same by Native, dependent", |cases| dependent(cases, L::native_queen), of_all),
    ]
}

/// One row of one library.
struct Loop<L: Library> {
    cases: Cases<L>,
    row: Row<L>,
    operations: usize,
}

impl<L: Library> Loop<L> {
    fn contender(positions: &[Sample], index: usize) -> Contender {
        let (mut cases, row) = (Cases::new(positions), rows::<L>()[index]);
        let operations = match row.2 {
            Some(operations) => operations(&cases),
            None => row.1(&mut cases),
        };
        Contender { name: L::NAME.into(), work: Box::new(Self { cases, row, operations }) }
    }
}

impl<L: Library> Work for Loop<L> {
    fn verify(&mut self) -> Result<String, String> {
        Ok(self.row.1(&mut self.cases).to_string())
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        timed(times, self.operations as f64, || {
            black_box(self.row.1(&mut self.cases));
            Ok(())
        })
    }
}

/// Adds other moves to the positions with theirs.
fn samples(all: &[(ours::Position, ours::Move)]) -> Vec<Sample> {
    let others =
        |index: usize| core::array::from_fn(|later| all[(index + later + 2) % all.len()].1);
    all.iter()
        .enumerate()
        .map(|(index, &(position, played))| (position, played, others(index)))
        .collect()
}

/// Returns the positions of the games with the moves that were played.
fn games() -> Vec<Sample> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/games/famous.san");
    let text = std::fs::read_to_string(path).expect("the games");
    let mut all = Vec::new();
    for game in text.lines() {
        let mut position = ours::Position::initial();
        for san in game.split(' ').filter(|word| !word.ends_with('.')) {
            let played = position.parse_san(san).expect("a legal move");
            all.push((position, played));
            position.play_unchecked(played);
        }
    }
    samples(&all)
}

/// The number of positions of a search: so many that no processor learns their branches.
const SEARCHED: usize = 20_000;

/// Returns positions that searches visited with the moves that they made, shuffled: those of the
/// example engine, and those that the search of this program visits from them and from the games.
fn search() -> Vec<Sample> {
    let lines = include_str!("../search.txt").lines().filter(|line| !line.starts_with('#'));
    let parse = |line: &str| {
        let (fen, played) = line.split_once(';')?;
        Some((fen.parse().ok()?, played.parse().ok()?))
    };
    let engine: Vec<(ours::Position, ours::Move)> =
        lines.map(|line| parse(line).expect("a FEN and a move")).collect();
    let roots: Vec<_> = games().iter().map(|&(position, ..)| position).collect();
    let (mut all, mut random) = (engine.clone(), Random::new(7));
    for root in roots.into_iter().chain(engine.into_iter().map(|(position, _)| position)) {
        let mut nodes = Vec::new();
        let visit = |position: &ours::Position, played: ours::Move| nodes.push((*position, played));
        Search::<Ours, _>::new(visit).score(&root, [0, 2], [-MATE, MATE]);
        all.extend(nodes.iter().step_by(nodes.len().div_ceil(30)));
    }
    let mut all = samples(&all);
    for last in (1..all.len()).rev() {
        all.swap(last, (random.word() % (last as u64 + 1)) as usize);
    }
    all.truncate(SEARCHED);
    all
}

/// Returns a row's times as a panel of the lab's records.
fn panel(label: &str, comparison: &Comparison) -> String {
    let rows = comparison.standings.iter().map(|one| match &one.result {
        Ok(Timed { nanoseconds, ratio }) => format!(
            "{{\"name\":\"{}\",\"time\":{{\"nanoseconds\":{},\"mad\":{},\"min\":{},\"ratio\":{},\
             \"ratio_low\":{},\"ratio_high\":{}}}}}",
            one.name,
            nanoseconds.median,
            nanoseconds.mad,
            nanoseconds.min,
            ratio.median,
            ratio.low,
            ratio.high
        ),
        Err(error) => format!("{{\"name\":\"{}\",\"error\":{error:?}}}", one.name),
    });
    format!(
        "{{\"label\":\"{label}\",\"baseline\":\"{}\",\"rounds\":{},\"spread\":{},\"rows\":[{}]}}",
        Ours::NAME,
        comparison.rounds,
        comparison.spread,
        rows.collect::<Vec<_>>().join(",")
    )
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_json = arguments.first().is_some_and(|first| first == "--json");
    arguments.drain(..usize::from(is_json));
    let is_search = arguments.first().is_some_and(|name| name == "search");
    let positions = if is_search { search() } else { games() };
    let makers =
        [Loop::<Ours>::contender, Loop::<CozyChess>::contender, Loop::<Shakmaty>::contender];
    let names = [Ours::NAME, CozyChess::NAME, Shakmaty::NAME];
    if !is_json {
        println!("{} positions; nanoseconds, and those of the others by ours\n", positions.len());
        println!("| | {} |\n|---|---:|---:|---:|", names.join(" | "));
    }
    let mut panels = Vec::new();
    for (index, (name, ..)) in rows::<Ours>().into_iter().enumerate() {
        if arguments.get(1).is_some_and(|wanted| wanted != name) {
            continue;
        }
        if let Some([library, times]) = arguments.get(2..4) {
            let place = names.iter().position(|name| name == library).expect("a library");
            let mut one = makers[place](&positions, index);
            let times = times.parse().expect("a number");
            one.work.sample(times).expect("it does not fail");
            continue;
        }
        let mut contenders = makers.map(|maker| maker(&positions, index));
        let expected = contenders[0].work.verify().expect("it does not fail");
        let settings = Settings {
            seed: 10,
            sample: Duration::from_micros(300),
            rounds: 101,
            spread: 0.005,
            limit: Duration::from_secs(2),
        };
        let comparison = compare(contenders.into(), &expected, &settings, &mut |_, _| ());
        if is_json {
            panels.push(panel(name, &comparison));
            continue;
        }
        print!("| {name} |");
        for (place, standing) in comparison.standings.into_iter().enumerate() {
            match standing.result {
                Ok(timed) if place == 0 => print!(" {:.1} |", timed.nanoseconds.median),
                Ok(timed) => print!(" {:.2} |", timed.ratio.median),
                Err(error) => print!(" {}: {error} |", standing.name),
            }
        }
        println!();
    }
    if is_json {
        println!("[{}]", panels.join(","));
    }
}
