//! Reading PGN: what programs write is read, mistakes are found where they are, and nothing panics.

use core::fmt::Write as _;
use std::io::{self, Read};

use hyperbola_moves::Position;
use hyperbola_moves::pgn::{
    GameResult, Interest, PgnError, PgnErrorKind, Reader, TagErrorKind, Text, Visitor,
};
use hyperbola_random::Random;

use crate::support::{laws, testdata_bytes};

/// Gives a stream in small pieces of changing sizes, so that every token is cut somewhere.
struct Pieces<'a> {
    rest: &'a [u8],
    random: Random,
    max: u64,
}

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.random.word().is_multiple_of(8) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let size = usize::try_from(1 + self.random.word() % self.max).expect("fits");
        let size = size.min(self.rest.len()).min(into.len());
        let (now, later) = self.rest.split_at(size);
        into[..size].copy_from_slice(now);
        self.rest = later;
        Ok(size)
    }
}

fn pieces(rest: &[u8], max: u64) -> Pieces<'_> {
    Pieces { rest, random: Random::new(max), max }
}

/// Writes down all that is visited.
#[derive(Default)]
struct Log {
    text: String,
    /// What was passed over, a line each.
    notes: String,
    skips_variations: bool,
    skips_movetext: bool,
    refuses: &'static str,
}

impl Visitor for Log {
    fn begin_game(&mut self) {
        self.text += "<";
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        write!(self.text, "[{name}={}]", value.to_str()).expect("a string");
        if name == self.refuses { Err(PgnErrorKind::Refused("no")) } else { Ok(()) }
    }

    fn end_tags(&mut self) -> Interest {
        self.text += "|";
        if self.skips_movetext { Interest::Skip } else { Interest::Visit }
    }

    fn san(&mut self, san: &str) -> Result<(), PgnErrorKind> {
        write!(self.text, "{san} ").expect("a string");
        if san == self.refuses { Err(PgnErrorKind::Refused("no")) } else { Ok(()) }
    }

    fn nag(&mut self, number: u16) {
        write!(self.text, "${number} ").expect("a string");
    }

    fn comment(&mut self, text: Text<'_>, is_last: bool) {
        let end = if is_last { "}" } else { "~" };
        write!(self.text, "{{{}{end}", text.to_str()).expect("a string");
    }

    fn note(&mut self, PgnError { offset, line, kind, .. }: PgnError) {
        writeln!(self.notes, "{offset} {line} {kind:?}").expect("a string");
    }

    fn begin_variation(&mut self) -> Interest {
        self.text += "(";
        if self.skips_variations { Interest::Skip } else { Interest::Visit }
    }

    fn end_variation(&mut self) {
        self.text += ")";
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        self.text += result.map_or("none", GameResult::as_str);
        self.text += ">\n";
    }
}

/// Reads a whole stream. The errors stand between what is visited.
fn read_all(source: impl Read, mut log: Log) -> Log {
    let mut reader = Reader::new(source);
    loop {
        match reader.read_game(&mut log) {
            Ok(true) => {}
            Ok(false) => return log,
            Err(PgnError { offset, line, kind, .. }) => {
                writeln!(log.text, "{offset} {line} {kind:?}").expect("a string");
            }
        }
    }
}

/// Returns what is visited of a stream, with its errors in between.
fn log(source: impl Read, log: Log) -> String {
    read_all(source, log).text
}

/// Returns what is visited of a stream in one piece, and what was passed over, which is the same in
/// small pieces.
fn seen_with_notes(stream: impl AsRef<[u8]>) -> (String, String) {
    let stream = stream.as_ref();
    let read = |log: Log| (log.text, log.notes);
    let seen = read(read_all(stream, Log::default()));
    for max in [1, 2, 3, 4, 5, 7, 40] {
        let pieces = read(read_all(pieces(stream, max), Log::default()));
        assert_eq!(pieces, seen, "pieces of {max}");
    }
    seen
}

/// Returns what is visited of a stream in which nothing is passed over.
fn seen(stream: impl AsRef<[u8]>) -> String {
    let (seen, notes) = seen_with_notes(stream);
    assert_eq!(notes, "", "{seen}");
    seen
}

/// Keeps the kinds of what is passed over.
#[derive(Default)]
struct Kinds(Vec<PgnErrorKind>);

impl Visitor for Kinds {
    fn note(&mut self, note: PgnError) {
        self.0.push(note.kind);
    }
}

/// Tells signs from numbers.
#[derive(Default)]
struct Signs(Vec<(char, u16)>);

impl Visitor for Signs {
    fn nag(&mut self, number: u16) {
        self.0.push(('$', number));
    }

    fn sign(&mut self, number: u16) {
        self.0.push(('s', number));
    }
}

#[test]
fn signs_are_told_from_numbers() {
    let stream = "1. e4! $1 e5?! $6 2. Nf3 N += (2. d4!!) $14 Nc6 D TN *".as_bytes();
    let signs = [1, 6, 146, 14, 220, 146].map(|number| ('s', number));
    let numbers = [1, 6, 14].map(|number| ('$', number));
    let expected = [
        signs[0], numbers[0], signs[1], numbers[1], signs[2], signs[3], numbers[2], signs[4],
        signs[5],
    ];
    for max in [1, 2, 3, 7, 40] {
        let mut signs = Signs::default();
        assert_eq!(Reader::new(pieces(stream, max)).read_game(&mut signs), Ok(true));
        assert_eq!(signs.0, expected, "pieces of {max}");
    }
}

#[test]
fn what_programs_write_is_read() {
    for (stream, expected) in [
        ("", ""),
        (" \r\n\t\n\u{1a}", ""),
        ("{only} ; comments\n% and escapes\n", "<{only}{ comments}"),
        ("1. e4 e5 1-0", "<|e4 e5 1-0>\n"),
        ("\u{feff}[A \"b\"]\n\n*", "<[A=b]|*>\n"),
        (
            "\u{feff}[Event \"1\"]\n*\n\u{feff}[Event \"2\"]\n*\n\u{feff}%\n\u{feff} [Event \"3\"]\ne4\n\
             \u{feff}[Event \"4\"]",
            "<[Event=1]|*>\n<[Event=2]|*>\n<[Event=3]|e4 none>\n<[Event=4]|none>\n",
        ),
        ("\u{feff}", ""),
        ("e4 {\u{feff}\n\u{feff}x} \u{feff}", "<|e4 {\u{feff}\n\u{feff}x}none>\n"),
        ("[A \"b\"]\r\n\r\n1. e4\r\n*\r\n", "<[A=b]|e4 *>\n"),
        // Move numbers.
        (
            "1.e4 1...e5 2 . Nf3 2... Nc6 3.Bb5 3. ... a6 4 Ba4 0-1",
            "<|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 0-1>\n",
        ),
        ("100.e4 100...e5", "<|e4 e5 none>\n"),
        // Castling with zeros, results and move numbers all begin with digits.
        (
            "0-0 0-0-0 0-1 1. O-O 1-0 1/2 1/2-1/2",
            "<|0-0 0-0-0 0-1>\n<|O-O 1-0>\n<|1/2-1/2>\n<|1/2-1/2>\n",
        ),
        // En passant may be said.
        ("exd6 e.p. e.p exd6e.p. exd6ep ep e4. *", "<|exd6 exd6 exd6 e4 *>\n"),
        // Annotations.
        (
            "e4! e5? Nf3!! Nc6 ?? d4!? d5?! a3!!! $1$139 $65535 *",
            "<|e4 $1 e5 $2 Nf3 $3 Nc6 $4 d4 $5 d5 $6 a3 $3 $1 $1 $139 $65535 *>\n",
        ),
        // Signs for evaluations, which ChessBase and people write.
        (
            "d4 += d5 =+ c4 ± e6 ∓ Nc3 +/- Nf6 -/+ a3 +- a6 -+ b3 = b6 ∞ N D *",
            "<|d4 $14 d5 $15 c4 $16 e6 $17 Nc3 $16 Nf6 $17 a3 $18 a6 $19 b3 $10 b6 $13 $146 $220 \
             *>\n",
        ),
        ("e4± e5⩲ d4 –+ d5 +− *", "<|e4 $16 e5 $14 d4 $19 d5 $18 *>\n"),
        ("(e4 N) (d4 +=) *", "<|(e4 $146 )(d4 $14 )*>\n"),
        // Results as people write them.
        ("e4 0.5-0.5 d4 ½–½ c4 1:0 f4 0:1", "<|e4 1/2-1/2>\n<|d4 1/2-1/2>\n<|c4 1-0>\n<|f4 0-1>\n"),
        ("e4 1 - 0 d4 0 – 1 c4 1/2 - 1/2", "<|e4 1-0>\n<|d4 0-1>\n<|c4 1/2-1/2>\n"),
        (
            "e4 ½-½ d4 ½ c4 0,5:0,5 f4 1/2–1/2",
            "<|e4 1/2-1/2>\n<|d4 1/2-1/2>\n<|c4 1/2-1/2>\n<|f4 1/2-1/2>\n",
        ),
        ("e4 1—0 d4 1\n-\n0 c4 0.5 - 0.5", "<|e4 1-0>\n<|d4 1-0>\n<|c4 1/2-1/2>\n"),
        ("1 e4 e5 2 d4 d5 1 0-0 0–0", "<|e4 e5 d4 d5 0-0 0–0 none>\n"),
        ("e2–e4 O—O—O *", "<|e2–e4 O—O—O *>\n"),
        ("1. ♘f3 ♞c6 2.♙e4 fxe8=♛+ 1♔0 *", "<|♘f3 ♞c6 ♙e4 fxe8=♛+ 1♔0 *>\n"),
        // Comments and escape lines.
        ("1. e4{a}e5 {b {c} ; d }\n{}*", "<|e4 {a}e5 {b {c}{ d }}{}*>\n"),
        ("e4 ; one } (\n%e9 } (\ne5 {two\n%three\n} *", "<|e4 { one } (}e5 {two\n%three\n}*>\n"),
        ("e4 ;cr\re5 *", "<|e4 {cr}e5 *>\n"),
        ("%first line\n% second\n1. d4 *", "<|d4 *>\n"),
        ("1-0 {after} ; and\n1. d4 *", "<|1-0>\n<|d4 *>\n"),
        ("[A \"b\"] {between} [C \"d\"] *", "<[A=b]{between}[C=d]|*>\n"),
        // Variations.
        ("e4 (d4 (c4) d5) (a3) e5 *", "<|e4 (d4 (c4 )d5 )(a3 )e5 *>\n"),
        ("e4 (d4 1-0) (c4 *) e5 0-1", "<|e4 (d4 )(c4 )e5 0-1>\n"),
        ("e4 -- Z0 0000 *", "<|e4 -- Z0 0000 *>\n"),
        // Games without results, without movetext, and without anything between them.
        (
            "[Event \"1\"]\n[Event \"2\"]\n1. e4\n[Event \"3\"]\n*[X \"4\"]",
            "<[Event=1]|none>\n<[Event=2]|e4 none>\n<[Event=3]|*>\n<[X=4]|none>\n",
        ),
        ("[Event \"1\"]\n\n[Site \"2\"]\n\n1. e4 *", "<[Event=1][Site=2]|e4 *>\n"),
        ("e4 \n \t[A \"b\"] d4", "<|e4 none>\n<[A=b]|d4 none>\n"),
        // Tags.
        ("[ A\t \"b\" ][C\"d\"]*", "<[A=b][C=d]|*>\n"),
        ("[A \"\\\"\\\\ \\x\"] *", "<[A=\"\\ \\x]|*>\n"),
        ("[A \"]\"] [B \"\"] *", "<[A=]][B=]|*>\n"),
        // Quotes in a value without backslashes.
        ("[A \"the \"b\" c\"]\n[D \"\"e\"\"]\n*", "<[A=the \"b\" c][D=\"e\"]|*>\n"),
        ("[A \"b\" c\"] \r\n[D \"e\" f\"]", "<[A=b\" c][D=e\" f]|none>\n"),
        // Blanks of all kinds, and an ellipsis.
        (
            "[A\u{a0}\"b\"\u{2009}]\n\n1.\u{a0} e4\u{a0}e5\u{202f}2. \u{3000}Nf3\u{200b} Nc6\u{feff} \
             1\u{2007}-\u{a0}0",
            "<[A=b]|e4 e5 Nf3 Nc6 1-0>\n",
        ),
        ("\u{a0}[A \"b\"]\n1…e5 2.… d4\u{85}…d5 *", "<[A=b]|e5 d4 d5 *>\n"),
        // Comments belong to the game behind them, but for those on the lines of the game before.
        ("{intro} 1. e4 *", "<{intro}|e4 *>\n"),
        ("; intro\n{b}\n\n[A \"b\"] *", "<{ intro}{b}[A=b]|*>\n"),
        ("e4 * {of e4}\n; too\n\n{of d4}\nd4 *", "<|e4 *>\n<{of d4}|d4 *>\n"),
        ("e4\n\n{of d4} d4 *\n\n{of none}", "<|e4 none>\n<{of d4}|d4 *>\n<{of none}"),
        // It is that of the game whose moves go on behind it.
        ("e4\n\n{a} ;b\n{c} 2. d4 *", "<|e4 {a}{b}{c}d4 *>\n"),
        ("e4\r\r;c\r2. d4 *", "<|e4 {c}d4 *>\n"),
        ("e4 {a}\n\n{b}\n\n1-0\nd4", "<|e4 {a}{b}1-0>\n<|d4 none>\n"),
        ("e4\n\n{a} 1. d4\n\n{b} ", "<|e4 none>\n<{a}|d4 none>\n<{b}"),
        // An empty line ends a game without tags, and another before a first move.
        ("1. e4 e5\n\n1. d4 d5\n", "<|e4 e5 none>\n<|d4 d5 none>\n"),
        ("1. e4\n \t\n1 d4\r\n\r\nc4\r\rf4", "<|e4 none>\n<|d4 none>\n<|c4 none>\n<|f4 none>\n"),
        // It does not if a result or the number of another move stands behind it.
        ("1. e4 e5\n\n2. Nf3 Nc6 1-0", "<|e4 e5 Nf3 Nc6 1-0>\n"),
        ("1. e4\n\n1... e5\n\n\n \t\r\n\n 2 Nf3\n\n10.a3", "<|e4 e5 Nf3 a3 none>\n"),
        ("1. e4 e5\n\n1-0", "<|e4 e5 1-0>\n"),
        ("1. e4\n\n*\n\n1. d4\r\n\r\n½-½\nc4\n\n0 - 1", "<|e4 *>\n<|d4 1/2-1/2>\n<|c4 0-1>\n"),
        ("1. e4\n\n 1. d4\n\n0-0\n\n1", "<|e4 none>\n<|d4 none>\n<|0-0 none>\n"),
        ("1. e4 (1. d4\n\n2. c4) e5", "<|e4 (d4 c4 )e5 none>\n"),
        ("e4\n\u{a0}\nd4 {\n\n} d5\r\ne5\r\n", "<|e4 none>\n<|d4 {\n\n}d5 e5 none>\n"),
        ("[A \"b\"]\r\n\r\n1. e4\r\n\r\n1. d4 *", "<[A=b]|e4 none>\n<|d4 *>\n"),
        ("[A \"b\"]\r\r1. e4\r\r1. d4 *", "<[A=b]|e4 none>\n<|d4 *>\n"),
        ("[A \"b\"]\n\n\n1. e4\n\n1... e5\n\n2. d4 *", "<[A=b]|e4 e5 d4 *>\n"),
        ("[A \"b\"]\n1. e4\n\n1. ... e5\n\n1.d4\n\n1.", "<[A=b]|e4 e5 none>\n<|d4 none>\n"),
        ("[A \"b\"]\ne4 (d4\n\n1. c4) e5\n\n1. d4 *", "<[A=b]|e4 (d4 c4 )e5 none>\n<|d4 *>\n"),
        // No text of a comment is a game.
        (
            "e4 {see\n[Event \"x\"]\n\n1. d4 1-0 } e5 0-1",
            "<|e4 {see\n[Event \"x\"]\n\n1. d4 1-0 }e5 0-1>\n",
        ),
        ("{[A \"b\"]\n\n} e4 ;[C \"d\"]\n*", "<{[A \"b\"]\n\n}|e4 {[C \"d\"]}*>\n"),
        // Words of other alphabets, and in Latin-1, are whole.
        ("Кf3 Реf4 Фd4é e4Δ ♘f3 *", "<|Кf3 Реf4 Фd4é e4 $140 ♘f3 *>\n"),
    ] {
        assert_eq!(seen(stream), expected, "{stream:?}");
    }
}

#[test]
fn what_belongs_to_no_game_is_passed_over() {
    /// The note about a text, which the reader makes of it.
    fn text(text: &str) -> PgnErrorKind {
        let stream = format!("* {text}");
        let mut kinds = Kinds::default();
        assert_eq!(Reader::new(stream.as_bytes()).read_game(&mut kinds), Ok(true));
        *kinds.0.first().unwrap_or_else(|| panic!("{text}"))
    }
    use PgnErrorKind::{Byte, Close, Nag, Result, Tag, UnclosedComment, UnclosedVariation};
    use TagErrorKind::{Bracket, Name, Quote, Value};
    for (stream, expected, notes) in [
        ("1. e4 } e5 *", "<|e4 e5 *>", &[(6, 1, Byte(b'}'))][..]),
        ("\n\n1. e4\n ~é *", "<|e4 é *>", &[(9, 4, Byte(b'~'))]),
        ("e4 “x” *", "<|e4 x *>", &[(3, 1, Byte(0xe2)), (7, 1, Byte(0xe2))]),
        ("e4 [%clk 1] e5 *", "<|e4 e5 *>", &[(3, 1, Byte(b'['))]),
        ("e4\n[%clk 1] *", "<|e4 *>", &[(3, 2, Byte(b'['))]),
        ("e4\n[Foo]\ne5 [ d4 *", "<|e4 e5 d4 *>", &[(3, 2, Byte(b'[')), (12, 3, Byte(b'['))]),
        ("e4 [A \"b\"] d5 *", "<|e4 d5 *>", &[(3, 1, Byte(b'['))]),
        ("e4\n[A \"b]\nd5 *", "<|e4 none>\n<|d5 *>", &[(9, 2, Tag(Value))]),
        ("e4 +- +-+ e5 *", "<|e4 $18 $19 e5 *>", &[(6, 1, Byte(b'+'))]),
        ("e4 %no *", "<|e4 no *>", &[(3, 1, Byte(b'%'))]),
        ("e4\n %no *", "<|e4 no *>", &[(4, 2, Byte(b'%'))]),
        ("e4 0-11 e5 1/2-", "<|e4 e5 none>", &[(3, 1, Byte(b'0')), (11, 1, Byte(b'1'))]),
        ("e4 0:05 0-0+ 0-0-0# 0-0- *", "<|e4 0-0+ 0-0-0# 0-0- *>", &[(3, 1, Byte(b'0'))]),
        ("e4 $ e5 *", "<|e4 e5 *>", &[(3, 1, Nag)]),
        ("e4 $65536 *", "<|e4 *>", &[(3, 1, Nag)]),
        ("e4 $000001 *", "<|e4 *>", &[(3, 1, Nag)]),
        ("e4 )) e5 (d4)) *", "<|e4 e5 (d4 )*>", &[(3, 1, Close), (4, 1, Close), (13, 1, Close)]),
        ("e4 (d4 *", "<|e4 (d4 none>", &[(3, 1, UnclosedVariation)]),
        ("e4 (d4) \n(c4 (b4) ( *", "<|e4 (d4 )(c4 (b4 )(none>", &[(9, 2, UnclosedVariation)]),
        ("[]\n*", "<|*>", &[(1, 1, Tag(Name))]),
        ("[A \"b\"]\n[ \"x\"]\n[]e4 *", "<[A=b]|e4 *>", &[(10, 2, Tag(Name)), (16, 3, Tag(Name))]),
        ("[é \"b\"]\n[Foo] e4 *", "<|e4 *>", &[(1, 1, Tag(Name)), (13, 2, Tag(Quote))]),
        ("[A b]\n[C \"d\"]*", "<[C=d]|*>", &[(3, 1, Tag(Quote))]),
        ("[A \"b] [C \"d\"]\n*", "<[C=d]|*>", &[(6, 1, Tag(Bracket))]),
        ("[A \"b\n\"]\n*", "<|*>", &[(5, 1, Tag(Value)), (6, 2, Tag(Bracket))]),
        ("[A \"b]c\" d\n[E \"f\"]\n*", "<[E=f]|*>", &[(9, 1, Tag(Bracket))]),
        ("1. [ f3 e5 *", "<|f3 e5 *>", &[(4, 1, Tag(Quote))]),
        ("[ foo bar\n1. f3 *", "<|f3 *>", &[(6, 1, Tag(Quote))]),
        ("[A \"b\"] [C \"d e\n1. f3 *", "<[A=b]|f3 *>", &[(15, 1, Tag(Value))]),
        ("[A \"b\"]\nD [C \"d\"]\n\n1. e4 *", "<[A=b]|$220 e4 *>", &[(10, 2, Byte(b'['))]),
        (
            "[A \"b\"]\n=) [C \"d\"]\n1. e4 *",
            "<[A=b][C=d]|e4 *>",
            &[(8, 2, Byte(b'=')), (9, 2, Byte(b')'))],
        ),
        ("[A \"b\" c] 1. e4 *", "<|e4 *>", &[(7, 1, Tag(Bracket))]),
        ("} [A \"b\"] *", "<[A=b]|*>", &[(0, 1, Byte(b'}'))]),
        ("e4 * }\n\n[A \"b\"] *", "<|e4 *>\n<[A=b]|*>", &[(5, 1, Byte(b'}'))]),
        // A result ends no game whose moves go on in its line, by their number.
        ("1. e4 1-0 e5 2. d4 0-1", "<|e4 e5 d4 0-1>", &[(6, 1, Result)]),
        ("1. e4 ½ {2. c4} (a) x\n1...e5 *", "<|e4 {2. c4}(a )x e5 *>", &[(6, 1, Result)]),
        ("1. e4 1-0 x\r\n2.d4 *", "<|e4 x d4 *>", &[(6, 1, Result)]),
        ("[A \"b\"]\n\n1-0 1. e4 *", "<[A=b]|e4 *>", &[(9, 3, Result)]),
        ("[A \"b\"]\n1-0\n[A \"d\"]\n\ne4 *", "<[A=b]|1-0>\n<[A=d]|e4 *>", &[]),
        ("[A \"b\"]\n*\n[Event \"d\"] *", "<[A=b]|*>\n<[Event=d]|*>", &[]),
        ("[A \"b\"]\n\n*\n[C \"d\"] *", "<[A=b]|*>\n<[C=d]|*>", &[]),
        ("[A \"b\"]\n*\n\n[C \"d\"] *", "<[A=b]|*>\n<[C=d]|*>", &[]),
        ("1. e4 1-0 1. d4 *", "<|e4 1-0>\n<|d4 *>", &[]),
        ("1. e4 1-0 {2. c4} d4 0-1 2. c4 *", "<|e4 1-0>\n<|d4 c4 *>", &[(21, 1, Result)]),
        ("1. e4 1-0 {2. c4}\n\n2. d4 *", "<|e4 1-0>\n<|d4 *>", &[]),
        ("1. e4 1-0\n2. d4 *", "<|e4 1-0>\n<|d4 *>", &[]),
        ("1. e4 1-0\r2. d4 *", "<|e4 1-0>\n<|d4 *>", &[]),
        ("1. e4 1-0 d4 ; c\n\n2. c4 *", "<|e4 1-0>\n<|d4 { c}c4 *>", &[]),
        ("* 2. d4 *", "<|*>\n<|d4 *>", &[]),
        ("1. e4 1-0 d4\n[A \"b\"]\n2. d4", "<|e4 1-0>\n<|d4 none>\n<[A=b]|d4 none>", &[]),
        ("1. e4 1-0 3.5 hours\n\n2. d4", "<|e4 1-0>\n<|d4 none>", &[(10, 1, text("3.5 hours"))]),
        // Numbers behind which no move stands are a text.
        (
            "1. e4 1-0 Round 3. Board x\n\n2. d4",
            "<|e4 1-0>\n<|d4 none>",
            &[(10, 1, text("Round 3. Board x"))],
        ),
        (
            "e4 1/2 agreed 12.Mai\n\nd4",
            "<|e4 1/2-1/2>\n<|d4 none>",
            &[(7, 1, text("agreed 12.Mai"))],
        ),
        ("e4 1-0 White resigns\n1. d4", "<|e4 1-0>\n<|d4 none>", &[(7, 1, text("White resigns"))]),
        ("1. e4 1-0 e5 2. ♘f3 *", "<|e4 e5 ♘f3 *>", &[(6, 1, Result)]),
        ("1. e4 1-0 e5 2.O-O *", "<|e4 e5 O-O *>", &[(6, 1, Result)]),
        (
            "~1. e4 e5 \"x\" 2. d4 *",
            "<|e4 e5 x d4 *>",
            &[(0, 1, Byte(b'~')), (10, 1, Byte(b'"')), (12, 1, Byte(b'"'))],
        ),
        // A text behind the result is none of a game.
        ("e4 1-0 White resigns\n\nd4 *", "<|e4 1-0>\n<|d4 *>", &[(7, 1, text("White resigns"))]),
        ("e4 ½, agreed {x}\nd4 *", "<|e4 1/2-1/2>\n<|d4 *>", &[(5, 1, text(", agreed"))]),
        // One quote at the beginning of a line ends with a bracket.
        ("[A\n% c\n\"b\"]\n*", "<|*>", &[(2, 1, Tag(Quote)), (7, 3, Tag(Bracket))]),
        ("\"b\" e4 *", "<|b e4 *>", &[(0, 1, Byte(b'"')), (2, 1, Byte(b'"'))]),
        ("[A \"Halle offen \n1. f3 *", "<|f3 *>", &[(16, 1, Tag(Value))]),
        ("[FEN]\n[fen \"x\"] *", "<[FEN=x]|*>", &[(4, 1, Tag(Quote))]),
        // A stream that ends in a comment of a game.
        (
            "e4 {[%clk 1] cut\r\ntext\r\n",
            "<|e4 {[%clk 1] cut\r\ntext\r\n}none>",
            &[(3, 1, UnclosedComment)],
        ),
    ] {
        let notes: String = notes
            .iter()
            .map(|(offset, line, kind)| format!("{offset} {line} {kind:?}\n"))
            .collect();
        assert_eq!(seen_with_notes(stream), (format!("{expected}\n"), notes), "{stream:?}");
    }
    // Without a game there is none.
    assert_eq!(seen_with_notes("[A").0, "<");
    assert_eq!(seen_with_notes("}\n\n)").0, "<");
    assert_eq!(seen_with_notes("[A \"b\\\"").0, "<");
}

/// A line that has lost its bracket, and what stands behind a tag on its line, are no moves.
#[test]
fn pieces_of_tags_cost_no_moves() {
    let moves = "\n\n1. e4 e5 *\n";
    for (tags, offset, line) in [
        ("White \"Anna\"]", 0, 1),
        ("[Site \"a\"]\nhite \"Anna\"]\n[Round \"1\"]", 11, 2),
        ("[Site \"a\"]\n  Anna]\n[Round \"1\"]", 13, 2),
        ("[Event \"af[]ter\"]%x\n[Round \"1\"]", 17, 1),
        ("[Site \"a\"]& 1. d4 d5\n[Round \"1\"]", 10, 1),
        ("[Site \"a\"]=)\n[Round \"1\"]", 10, 1),
        ("[Site \"a\"] b\"]\n[Round \"1\"]", 11, 1),
        ("[Site \"a\"] trailing words\n[Round \"1\"]", 11, 1),
        ("[Site \"a\"] b\"] [Round \"1\"]", 11, 1),
        ("[Site \"a\"]\n\\\"b\\\"\"]\n[Round \"1\"]", 11, 2),
    ] {
        let (seen, notes) = seen_with_notes(tags.to_owned() + moves);
        assert!(seen.ends_with("|e4 e5 *>\n"), "{tags}: {seen}");
        assert_eq!(seen.matches('>').count(), 1, "{tags}: {seen}");
        assert_eq!(notes, format!("{offset} {line} Tag(Bracket)\n"), "{tags}");
    }
    // A parenthesis in a name begins no variation, and a name with FEN in it is no FEN.
    for name in ["Smith (USA)", "FENG, Li", "a {b} ; c"] {
        let (seen, notes) = seen_with_notes(format!("White \"{name}\"]{moves}"));
        assert_eq!((&*seen, &*notes), ("<|e4 e5 *>\n", "0 1 Tag(Bracket)\n"), "{name}");
    }
    let one_line = seen_with_notes("[Site \"a\"]& 1. d4 d5 *");
    assert_eq!(one_line.0, "<[Site=a]|d4 d5 *>\n");
    let of_returns = seen_with_notes("[Site \"a\"]\r\r, 1. e4 *\r");
    assert_eq!(of_returns.0, "<[Site=a]|e4 *>\n");
    // Moves are read, though there is a quote or a bracket behind them.
    for text in [
        "[Site \"a\"] e4 e5 *",
        "e4 {\"good\"]} e5 *",
        "1. e4 \"good\" e5 *",
        "e4 e5 *",
        "~e4 \"good\" e5 *",
    ] {
        let seen = seen_with_notes(text).0;
        assert!(seen.contains("|e4 "), "{text}: {seen}");
    }
    let (seen, _) = seen_with_notes("FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Ke2 *");
    assert!(seen.contains("Bracket"), "{seen}");
}

#[test]
fn mistakes_are_where_they_are() {
    use PgnErrorKind::{Refused, Tag, UnclosedComment};
    for (stream, offset, line, kind) in [
        ("e4 {\n\nopen *", 3, 1, UnclosedComment),
        ("{\n\nopen *", 0, 1, UnclosedComment),
        // Without a move, nothing of the game is there.
        ("{open *", 0, 1, UnclosedComment),
        ("[A \"b\"]\n{open", 8, 2, UnclosedComment),
        ("e4 {open\n[Event \"x\"]\n\nd4 *", 3, 1, UnclosedComment),
        ("e4 {open e5 *\n1. d4 d5 *\n", 3, 1, UnclosedComment),
        // Moves from another position would be wrong in silence.
        ("\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1]\n*", 37, 2, Tag(TagErrorKind::Value)),
        ("[FEN 4k3/8/8/8/8/8/8/4K3 w - - 0 1]\n*", 5, 1, Tag(TagErrorKind::Quote)),
        ("[FEN\n*", 4, 1, Tag(TagErrorKind::Quote)),
        ("[fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1]\n*", 5, 1, Tag(TagErrorKind::Quote)),
        ("[FEN [4k3/8/8/8/8/8/8/4K3]\n*", 5, 1, Tag(TagErrorKind::Quote)),
        ("[FEN \"startpos\" x]\n*", 16, 1, Tag(TagErrorKind::Bracket)),
        ("[\u{a0}FEN \"startpos\" x]\n*", 18, 1, Tag(TagErrorKind::Bracket)),
        ("[\"FEN\" \"startpos\"]\n*", 1, 1, Tag(TagErrorKind::Name)),
    ] {
        let seen = seen(stream);
        let expected = format!("{offset} {line} {kind:?}");
        assert!(seen.lines().any(|line| line.ends_with(&expected)), "{stream:?}: {seen}");
        assert_eq!(seen.matches('>').count(), 0, "{stream:?}: {seen}");
    }
    let long = |count| format!("e4 {} *", "x".repeat(count));
    let expected = format!("<|e4 3 1 LongWord({:?})\n", "x".repeat(63));
    assert_eq!([64, 70, 300].map(|count| seen(long(count))), [0; 3].map(|_| expected.clone()));
    assert_eq!(seen(long(63)), format!("<|{}*>\n", long(63).trim_end_matches('*')));
    let refusing = Log { refuses: "e5", ..Log::default() };
    assert_eq!(
        log("e4\ne5 d4 * c4 *".as_bytes(), refusing),
        format!("<|e4 e5 3 2 {:?}\n<|c4 *>\n", Refused("no"))
    );
    let refusing = Log { refuses: "A", ..Log::default() };
    assert_eq!(
        log("[A \"b\"][B \"c\"]\ne4 * c4 *".as_bytes(), refusing),
        format!("<[A=b]4 1 {:?}\n<|c4 *>\n", Refused("no"))
    );
}

/// Signs of Latin-1 are bytes of their own.
#[test]
fn latin_1_has_its_signs() {
    assert_eq!(seen(b"e4 \xb1 e5 \xbd-\xbd\nd4 \xbd"), "<|e4 $16 e5 1/2-1/2>\n<|d4 1/2-1/2>\n");
    assert_eq!(seen(b"e4 K\xe9e5\xa0R\xd8 *"), "<|e4 Kée5 RØ *>\n");
    assert_eq!(seen_with_notes(b"e4 \xd7 *").1, "3 1 Byte(215)\n");
}

#[test]
fn results_are_read_as_people_write_them() {
    use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
    for (text, expected) in [
        ("1-0", WhiteWins),
        (" 1 : 0 ", WhiteWins),
        ("0\u{2212}1", BlackWins),
        ("0.5-0.5", Draw),
        ("½–½", Draw),
        ("½", Draw),
        ("1/2", Draw),
        ("1/2 - 1/2", Draw),
        ("*", Unknown),
    ] {
        assert_eq!(text.parse(), Ok(expected), "{text}");
    }
    for text in ["", "1-1", "0-0", "0.5", "1", "1-0-1", "1/2-0", "draw", "1-0 x", "2-0", "-", "½½"]
    {
        assert!(text.parse::<GameResult>().is_err(), "{text}");
    }
    // A longer word that begins like a result is none, and ends no game.
    for word in ["1-0x", "1/2x", "1/2-1/2x"] {
        assert_eq!(seen(format!("1. e4 {word} e5 *")), format!("<|e4 {word} e5 *>\n"));
    }
}

#[test]
fn a_mistake_costs_one_game() {
    let word = "x".repeat(64);
    for wrong in [
        format!("1. e4 {word} e5 *"),
        format!("[Event \"x\"]\n\n1. e4 {word} (open *\n"),
        format!("[Event \"x\"]\n[Event2 \"}}\"]\n\n1. {word} {{[A \"b\"]}} e5 1-0"),
        format!("[Event \"x\"]\n\n1. $ {word} [ ) }} ( \n"),
        format!("{word}\n"),
        format!("{word} {{\n[Event \"x\"]\n\n}} e5\n"),
    ] {
        for next in ["[Event \"next\"]\n\n1. c4 *", "1. c4 *"] {
            let stream = format!("d4 *\n{wrong}\n{next}");
            let (seen, _) = seen_with_notes(&stream);
            assert!(seen.starts_with("<|d4 *>\n"), "{wrong}: {seen}");
            let is_tagged = next.starts_with('[');
            let expected = if is_tagged { "<[Event=next]|c4 *>\n" } else { "<|c4 *>\n" };
            let is_closed = wrong.ends_with(['*', '0']) || !wrong.contains('(');
            if is_tagged || is_closed {
                assert!(seen.ends_with(expected), "{wrong}: {seen}");
                assert_eq!(seen.matches('<').count(), 3, "{wrong}: {seen}");
            }
        }
    }
}

/// Returns the number of moves of each game, behind `F` if it does not start as a game does, or `x`
/// for a mistake. The parts that a stream comes in change nothing.
fn played(stream: &str) -> String {
    let played = |source: &mut dyn Read| {
        let games = Reader::new(source).games().map(|game| match game {
            Ok(game) if *game.start() == Position::initial() => game.moves().len().to_string(),
            Ok(game) => format!("F{}", game.moves().len()),
            Err(_) => "x".to_owned(),
        });
        games.collect::<Vec<_>>().join(" ")
    };
    let whole = played(&mut stream.as_bytes());
    // Long tags in single bytes take long.
    for max in if stream.len() < 10_000 { 1..=5 } else { 5_000..=5_001 } {
        assert_eq!(played(&mut pieces(stream.as_bytes(), max)), whole, "{max}: {stream:?}");
    }
    whole
}

/// A game whose tags are broken is left out as a whole, and so is no other.
#[test]
fn no_game_is_played_from_the_start_of_another() {
    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    const GOOD: &str = "[Event \"good\"]\n\n1. e4 e5\n\n";
    let tag = format!("[FEN \"{FEN}\"]");
    let blanks = " ".repeat(17_000);
    let more_blanks = " ".repeat(41_000);
    // Pieces of tags and signs among the tags are passed over.
    for torn in [
        format!("{tag}\n[Annotator \"A\nB\"]"),
        format!("{tag}\n[Annotator \"A\n\nB\"]\n[Black \"b\"]"),
        format!("{tag}\nWhite \"a\"]\n[Black \"b\"]"),
        format!("{tag}\n$1\n[White \"a\"]"),
        format!("{tag}\n$1\n[White \"a]"),
    ] {
        let event = format!("[Event \"y\"]\n{torn}\n\n1. e4 *\n\n");
        assert_eq!(played(&format!("{GOOD}{event}{GOOD}")), "2 F1 2", "{torn}");
    }
    for wrong in [
        // What stands among the tags is no tag.
        format!("{tag}\nWhite: Carlsen"),
        format!("{tag}\nWhite: Carlsen\n[Black \"b\"]"),
        format!("FEN \"{FEN}\"]"),
        format!("FEN \"{FEN}\"]\n[White \"a\"]"),
        format!("{tag}\nN\n\nWhite: Carlsen"),
        // The FEN is broken.
        format!("[FEN \"{FEN}\"\n[White \"a\"]"),
        format!("[FEN \"{FEN}]\n[White \"a\"]"),
        format!("[FEN {FEN}\n[White \"a\"]"),
        format!("[FEN {FEN}]\nWhite: Carlsen"),
        format!("[\u{a0}FEN \"{FEN}\" x]"),
        format!("[\"FEN\" \"{FEN}\"]\n[White \"a\"]"),
        format!("[FEN [{FEN}]"),
        format!("[FEN \"{FEN}{blanks}\"]"),
        format!("[FEN \"{FEN}{more_blanks}\"]\n[White \"a\"]"),
    ] {
        let short = &wrong[..wrong.len().min(120)];
        let event = format!("[Event \"y\"]\n{wrong}\n\n1. e4 *\n\n");
        assert_eq!(played(&format!("{event}{GOOD}")), "x 2", "{short}");
        assert_eq!(played(&format!("{GOOD}{event}{GOOD}")), "2 x 2", "{short}");
        if wrong.starts_with('[') {
            let behind = format!("{GOOD}{wrong}\n\n1. e4 *\n\n{GOOD}");
            assert_eq!(played(&behind), "2 x 2", "{short}");
        }
    }
    // A broken tag of another kind costs no game, neither its own nor the one before.
    for wrong in ["[White \"a\"", "[White \"a]", "[White \"a\" x]"] {
        assert_eq!(played(&format!("{GOOD}{wrong}\n{tag}\n\n1. e4 *")), "2 F1", "{wrong}");
    }
    // A mistake in the moves costs one game, also where it is the first.
    for wrong in ["1. Nf9 e5 *", "1. Nf9 e5", "1. e4 Nf9\n\n2. d4", "(1. d4 d5) 1. Nf9"] {
        let wrong = format!("[White \"a\"]\n\n{wrong}\n\n");
        assert_eq!(played(&format!("{wrong}{tag}\n\n1. e4 *\n\n{wrong}{GOOD}")), "x F1 x 2");
    }
    assert_eq!(played("[A \"b\"]\n\n1. e4 Nf9\n\n1. d4 d5"), "x 2");
    assert_eq!(played("1. e4 Nf9\n\n2. d4 d5\n\n1. d4 d5"), "x 2");
    assert_eq!(played("1. e4 e5\n\n2. Nf3 Nc6 1-0\n\n1. d4\n\n1-0\n\n1. c4"), "4 1 1");
}

#[test]
fn parts_are_skipped_when_the_visitor_asks() {
    let stream = "e4 (d4 {a} (c4 $1) ) $2 e5 * [A \"b\"] f4 ) 1-0 g4 *";
    let skipping = Log { skips_variations: true, ..Log::default() };
    assert!(log(stream.as_bytes(), skipping).starts_with("<|e4 ($2 e5 *>\n"));
    let skipping = Log { skips_movetext: true, ..Log::default() };
    assert_eq!(log(stream.as_bytes(), skipping), "<|*>\n<[A=b]|1-0>\n<|*>\n");
}

#[test]
fn long_comments_come_in_parts_and_nothing_else_is_long() {
    for size in [1, 65_000, 65_535, 65_536, 65_537, 200_000] {
        let text = "xy\n".repeat(size).chars().take(size).collect::<String>();
        let seen = log(format!("e4 {{{text}}} e5 *").as_bytes(), Log::default());
        assert_eq!(seen.matches('~').count(), size / 65_536, "{size}");
        let parts: String = seen.chars().filter(|c| !"{}~".contains(*c)).collect();
        assert_eq!(parts, format!("<|e4 {text}e5 *>\n"), "{size}");
    }
    // A comment that is long and not closed is a mistake.
    let Log { text, notes, .. } =
        read_all(format!("e4 {{{}", "x".repeat(70_000)).as_bytes(), Log::default());
    assert!(text.ends_with("3 1 UnclosedComment\n") && notes.is_empty(), "{notes}");
    let long = |count: usize| format!("e4 *\n[A \"{}\"]\n\n1. e4 *\nd4 *", "x".repeat(count));
    assert!(!log(long(16 << 10).as_bytes(), Log::default()).contains("Long"));
    for count in [(16 << 10) + 1, 41 << 10, 100 << 10, 1 << 20] {
        let Log { text, notes, .. } = read_all(long(count).as_bytes(), Log::default());
        assert_eq!(text, "<|e4 *>\n<|e4 *>\n<|d4 *>\n", "{count}");
        assert!(notes.ends_with(" 2 Tag(Long)\n"), "{notes}");
    }
    for count in [300, 50 << 10, 1 << 20] {
        for end in ["]", " \"b\"]", ""] {
            let stream = format!("[{}{end}\n1. e4 *", "x".repeat(count));
            let Log { text, notes, .. } = read_all(stream.as_bytes(), Log::default());
            assert_eq!((&*text, &*notes), ("<|e4 *>\n", "1 1 Tag(Name)\n"), "{count}{end}");
        }
    }
    // A line without an end, a megabyte of words, and deep variations.
    let words = "e4 ".repeat(400_000);
    assert_eq!(log(words.as_bytes(), Log::default()), format!("<|{words}none>\n"));
    let deep = format!("{}{}*", "(".repeat(300_000), ")".repeat(300_000));
    assert!(log(deep.as_bytes(), Log::default()).ends_with(")*>\n"));
    let word = "x".repeat(300_000);
    assert!(log(word.as_bytes(), Log::default()).contains("LongWord"));
}

#[test]
fn places_are_right_far_into_a_stream() {
    let mut stream = "[Event \"x\"]\n\n1. e4 {two\nlines} e5 *\n\n".repeat(10_000);
    let (offset, line) = (stream.len(), stream.matches('\n').count() + 1);
    stream += "1. d4 } *";
    let expected = format!("{} {line} {:?}\n", offset + 6, PgnErrorKind::Byte(b'}'));
    assert_eq!(read_all(stream.as_bytes(), Log::default()).notes, expected);
    assert_eq!(read_all(pieces(stream.as_bytes(), 5_000), Log::default()).notes, expected);
    // Empty lines, more than a byte counts.
    for lines in [254, 255, 256, 257, 1000] {
        let expected = format!("{lines} {} {:?}\n", lines + 1, PgnErrorKind::Byte(b'}'));
        let stream = format!("{}}}", "\n".repeat(lines));
        assert_eq!(read_all(stream.as_bytes(), Log::default()).notes, expected);
    }
}

#[test]
fn garbage_ends_and_panics_nowhere() {
    let mut random = Random::new(99);
    // Bytes that mean something are frequent.
    let alphabet = b"[]{}();%$.!?*\"\\\n\r \t10-/e4Nf3O=+#[Event \"x\"]\xef\xbb\xbf\xff\0";
    for round in 0..3_000_u64 {
        let length = random.word() % (1 << (round % 12));
        let bytes: Vec<u8> = (0..length)
            .map(|_| {
                let [byte, choice, ..] = random.word().to_le_bytes();
                if round % 3 == 0 { byte } else { alphabet[usize::from(choice) % alphabet.len()] }
            })
            .collect();
        laws::any_stream(&bytes);
        assert_eq!(log(pieces(&bytes, 9), Log::default()), log(&bytes[..], Log::default()));
    }
}

#[test]
fn changed_games_end_and_panic_nowhere() {
    let clean = testdata_bytes("pgn/clean.pgn");
    let mut random = Random::new(7);
    for _ in 0..1_000 {
        let mut bytes = clean.clone();
        for _ in 0..1 + random.word() % 4 {
            let at = usize::try_from(random.word()).expect("64 bits") % bytes.len();
            let [byte, choice, ..] = random.word().to_le_bytes();
            match choice % 4 {
                0 => bytes[at] = byte,
                1 => bytes[at] = b"[]{}()\n\"$;%*"[usize::from(byte) % 12],
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, byte),
            }
        }
        laws::any_stream(&bytes);
    }
}
