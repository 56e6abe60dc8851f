//! Our end of the line protocol: rivals as work for the runner.
//!
//! A rival that ends early, gives a wrong answer, or does not answer in time has an error with the
//! reason, and no time. Nothing waits for it after its end.

use core::cell::RefCell;
use core::fmt;
use core::fmt::Write as _;
use core::time::Duration;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;

use hyperbola::Slider;

use crate::runner::Work;

/// A running rival. Its process ends when the last owner is dropped.
#[derive(Debug, Clone)]
pub struct RivalProcess {
    name: String,
    /// The abilities in its answer.
    tasks: Rc<[String]>,
    connection: Rc<RefCell<Connection>>,
}

impl RivalProcess {
    /// Starts a program, which is named after its file and the version in its answer. Each answer
    /// must come within a time limit.
    ///
    /// # Errors
    ///
    /// If it cannot be started or is not a rival.
    pub fn start(path: &Path, patience: Duration) -> Result<Self, String> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.strip_suffix(std::env::consts::EXE_SUFFIX).unwrap_or(&name);
        let connection = Connection::start(path, patience)?;
        Self::connected(name, connection).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Ends its process and starts another, with a new memory layout. If it cannot be started
    /// again, all further work with it fails.
    pub fn restart(&self) {
        let mut connection = self.connection.borrow_mut();
        let Some(path) = connection.path.clone() else { return };
        connection.end();
        if let Ok(started) = Connection::start(&path, connection.patience) {
            *connection = started;
        }
    }

    fn connected(name: &str, mut connection: Connection) -> Result<Self, String> {
        let version = connection.asked("version\n".into(), any)?;
        // A program that does not know this request, or answers it without names, has the first two
        // tasks.
        let tasks = connection.asked("tasks\n".into(), any);
        let is_name = |word: &str| word.starts_with(|first: char| first.is_ascii_alphabetic());
        let tasks = tasks.ok().filter(|tasks| tasks.split_whitespace().all(is_name));
        let tasks = tasks.unwrap_or_else(|| "queries perft".to_owned());
        let tasks = tasks.split_whitespace().map(Into::into).collect();
        let connection = Rc::new(RefCell::new(connection));
        Ok(Self { name: format!("{name} {version}"), tasks, connection })
    }

    /// Starts all programs of a folder, in the order of their names; each answer must come within a
    /// time limit.
    ///
    /// # Errors
    ///
    /// If there are no programs, or one cannot be started or is not a rival.
    pub fn all_in(folder: &Path, patience: Duration) -> Result<Vec<Self>, String> {
        let cannot_read = |error| format!("cannot read {}: {error}", folder.display());
        let mut paths = Vec::new();
        for file in fs::read_dir(folder).map_err(cannot_read)? {
            let path = file.map_err(cannot_read)?.path();
            if is_program(&path) {
                paths.push(path);
            }
        }
        if paths.is_empty() {
            return Err(format!("there are no programs in {}", folder.display()));
        }
        paths.sort();
        paths.iter().map(|path| Self::start(path, patience)).collect()
    }

    /// Returns the name, with the version.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether it can do a task: `queries`, `perft`, or a feature by its name.
    #[must_use]
    pub fn can(&self, task: &str) -> bool {
        self.tasks.iter().any(|one| one == task)
    }

    /// Returns the number of its process.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.connection.borrow().child.as_ref().map(Child::id)
    }

    /// Counts the legal move sequences of a length and returns the nodes and the seconds, by the
    /// rival's clock.
    ///
    /// # Errors
    ///
    /// If the rival does not answer in this form.
    pub fn count(&self, fen: &str, depth: u32) -> Result<(u64, f64), String> {
        let request = format!("perft {depth} {fen}\n");
        self.connection.borrow_mut().asked(request.into(), nodes_and_time)
    }

    /// Makes the work of counting from a position whose nodes are known.
    #[must_use]
    pub fn counting(&self, fen: &str, depth: u32, nodes: u64) -> ProcessCounting {
        ProcessCounting { program: self.clone(), fen: fen.to_owned(), depth, nodes }
    }

    /// Makes the work of answering queries, pairs of a square, 0 to 63 on a chessboard, and the
    /// occupied squares; `model` is a loop or a task of such queries, `touched` the number of bytes
    /// that are touched before each group under cache pressure.
    #[must_use]
    pub fn asking(
        &self,
        model: impl fmt::Display,
        slider: Slider,
        queries: impl ExactSizeIterator<Item = (u64, impl fmt::LowerHex)>,
        touched: usize,
    ) -> ProcessAsking {
        let mut request = format!("queries {slider} {}\n", queries.len());
        for (square, occupied) in queries {
            // Writing to a string does not fail.
            let _ = writeln!(request, "{square} {occupied:x}");
        }
        let (verify, sample) = (format!("verify {model}\n"), format!("sample {model} {touched}"));
        ProcessAsking { program: self.clone(), data: request.into(), verify, sample, digest: None }
    }

    /// Makes the work of computing a feature of positions, which are FENs.
    #[must_use]
    pub fn computing<'a>(
        &self,
        feature: &str,
        fens: impl ExactSizeIterator<Item = &'a str>,
    ) -> ProcessAsking {
        let mut request = format!("positions {}\n", fens.len());
        for fen in fens {
            let _ = writeln!(request, "{fen}");
        }
        let (verify, sample) = (format!("verify {feature}\n"), format!("sample {feature}"));
        ProcessAsking { program: self.clone(), data: request.into(), verify, sample, digest: None }
    }
}

/// Returns whether a file is a program.
fn is_program(path: &Path) -> bool {
    #[cfg(unix)]
    let executable = {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o111 != 0)
    };
    #[cfg(not(unix))]
    let executable = path.to_string_lossy().ends_with(std::env::consts::EXE_SUFFIX);
    executable && path.is_file()
}

/// The requests to a rival, and its answers.
struct Connection {
    /// The requests, to the thread that has the pipes.
    requests: Sender<Arc<str>>,
    /// The lines that answer them, without their ends.
    answers: Receiver<Result<String, String>>,
    /// The longest time that an answer may take.
    patience: Duration,
    /// The reason why it answers no more requests.
    failure: Option<String>,
    /// The rival's process, unless it is a part of this one.
    child: Option<Child>,
    /// The file of its program.
    path: Option<PathBuf>,
    /// The queries or positions that were sent last.
    data: Option<Arc<str>>,
}

impl Connection {
    /// Connects with the program that reads `input` and writes `output`.
    fn new(
        input: impl Write + Send + 'static,
        output: impl BufRead + Send + 'static,
        patience: Duration,
    ) -> Self {
        let (requests, to_answer) = mpsc::channel();
        let (to_tell, answers) = mpsc::channel();
        // A pipe that is not read, or not written to, blocks this thread only.
        thread::spawn(move || converse(input, output, &to_answer, &to_tell));
        let (failure, child, path, data) = (None, None, None, None);
        Self { requests, answers, patience, failure, child, path, data }
    }

    fn start(path: &Path, patience: Duration) -> Result<Self, String> {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot run {}: {error}", path.display()))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let input = input.ok_or("the program has no input")?;
        let output = BufReader::new(output.ok_or("the program has no output")?);
        let mut connection = Self::new(input, output, patience);
        (connection.child, connection.path) = (Some(child), Some(path.to_owned()));
        Ok(connection)
    }

    fn end(&mut self) {
        if let Some(child) = &mut self.child {
            // It may have ended already.
            drop(child.kill());
            drop(child.wait());
        }
        self.child = None;
    }

    /// Sends a request and reads its answer.
    fn asked<A>(
        &mut self,
        request: Arc<str>,
        read: impl Fn(&str) -> Option<A>,
    ) -> Result<A, String> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let word = request.split_whitespace().next().unwrap_or_default().to_owned();
        // A request that is not taken is not answered either.
        let _ = self.requests.send(request);
        let answer = match self.answers.recv_timeout(self.patience) {
            Ok(answer) => answer?,
            Err(RecvTimeoutError::Disconnected) => return Err(ENDED.to_owned()),
            Err(RecvTimeoutError::Timeout) => {
                self.end();
                let seconds = self.patience.as_secs_f64();
                let failure = format!("it has not answered {word} within {seconds} s");
                // A late answer must not be taken for the answer to a later request.
                return Err(self.failure.insert(failure).clone());
            }
        };
        if let Some(error) = answer.strip_prefix("error ") {
            return Err(error.to_owned());
        }
        read(&answer).ok_or_else(|| format!("it answered {answer:?} to {word}"))
    }
}

/// The error after a rival has ended.
const ENDED: &str = "the program has ended before it answered";

/// Passes requests on to a rival, and its answers back, until the requests end.
fn converse(
    mut input: impl Write,
    mut output: impl BufRead,
    requests: &Receiver<Arc<str>>,
    answers: &Sender<Result<String, String>>,
) {
    for request in requests {
        let answer = answer(&mut input, &mut output, &request);
        if answers.send(answer).is_err() {
            break;
        }
    }
}

/// Sends a request and reads the line that answers it.
fn answer(
    input: &mut impl Write,
    output: &mut impl BufRead,
    request: &str,
) -> Result<String, String> {
    let gone = |_| "the program has ended or does not read".to_owned();
    input.write_all(request.as_bytes()).and_then(|()| input.flush()).map_err(gone)?;
    let mut answer = String::new();
    let read = output.read_line(&mut answer);
    let read = read.map_err(|error| format!("its answer cannot be read: {error}"))?;
    if read == 0 {
        return Err(ENDED.to_owned());
    }
    answer.truncate(answer.trim_end().len());
    Ok(answer)
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.end();
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("child", &self.child).finish_non_exhaustive()
    }
}

/// Reads any answer.
fn any(answer: &str) -> Option<String> {
    Some(answer.to_owned())
}

/// Reads a number of nanoseconds or seconds.
fn time(answer: &str) -> Option<f64> {
    answer.parse().ok().filter(|time: &f64| time.is_finite())
}

/// Reads a number of nodes and the seconds that they took.
fn nodes_and_time(answer: &str) -> Option<(u64, f64)> {
    let (nodes, seconds) = answer.split_once(' ')?;
    Some((nodes.parse().ok()?, time(seconds)?))
}

/// Reads the answer to queries and positions.
fn ready(answer: &str) -> Option<()> {
    (answer == "ready").then_some(())
}

/// The work of a rival that counts from a position.
#[derive(Debug)]
pub struct ProcessCounting {
    program: RivalProcess,
    fen: String,
    depth: u32,
    nodes: u64,
}

impl Work for ProcessCounting {
    fn verify(&mut self) -> Result<String, String> {
        let (nodes, _) = self.program.count(&self.fen, self.depth)?;
        Ok(nodes.to_string())
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let mut sum = 0.0;
        for _ in 0..times {
            let (nodes, seconds) = self.program.count(&self.fen, self.depth)?;
            if nodes != self.nodes {
                return Err(format!("it counts {nodes}, expected {}", self.nodes));
            }
            sum += seconds;
        }
        Ok(sum * 1e9 / f64::from(times) / self.nodes as f64)
    }
}

/// The work of a rival that answers queries, or computes a feature of positions.
#[derive(Debug)]
pub struct ProcessAsking {
    program: RivalProcess,
    /// The request that sends the queries or positions.
    data: Arc<str>,
    /// The request for the digest of all answers.
    verify: String,
    /// The request for a time, without the number of rounds.
    sample: String,
    /// The digest of its answers, once it is known.
    digest: Option<String>,
}

impl ProcessAsking {
    /// Sends a request about the data, and the data before it if others were sent since, or the
    /// program was started again: then its answers must be the same.
    fn asked<A>(&self, request: &str, read: impl Fn(&str) -> Option<A>) -> Result<A, String> {
        let mut connection = self.program.connection.borrow_mut();
        if !connection.data.as_ref().is_some_and(|sent| Arc::ptr_eq(sent, &self.data)) {
            connection.data = None;
            connection.asked(Arc::clone(&self.data), ready)?;
            if let Some(expected) = &self.digest {
                let digest = connection.asked(self.verify.clone().into(), any)?;
                if digest != *expected {
                    return Err(format!(
                        "expected answers with the digest {expected} again, found {digest}"
                    ));
                }
            }
            connection.data = Some(Arc::clone(&self.data));
        }
        connection.asked(request.into(), read)
    }
}

impl Work for ProcessAsking {
    fn verify(&mut self) -> Result<String, String> {
        let digest = self.asked(&self.verify, any)?;
        self.digest = Some(digest.clone());
        Ok(digest)
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        self.asked(&format!("{} {times}\n", self.sample), time)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};
    use std::path::PathBuf;
    use std::thread;

    use hyperbola::techniques::RayWalk;
    use hyperbola::{Bitboard, SliderAttacks, Square};
    use hyperbola_random::Random;

    use super::*;
    use crate::loops::{Ask, Loop, QuerySet};
    use crate::runner::{self, Contender, Settings};
    use crate::serve::{self, Rival};

    fn walked(slider: Slider, square: u64, occupied: u64) -> u64 {
        let square = Square::from_index_wrapping(u8::try_from(square).expect("below 64"));
        RayWalk::slider_attacks(slider, square, Bitboard(occupied)).0
    }

    impl Ask for Slider {
        #[inline(always)]
        fn ask(&self, square: u64, occupied: u64) -> u64 {
            walked(*self, square, occupied)
        }
    }

    /// A rival that walks. A wrong one sees a piece on d4 that is not there.
    struct Walker {
        ghost: u64,
    }

    const RIGHT: Walker = Walker { ghost: 0 };
    const WRONG: Walker = Walker { ghost: 1 << 27 };

    impl Rival for Walker {
        type Bits = u64;
        type Position = u64;

        fn version(&self) -> &'static str {
            "1.2"
        }

        #[inline(always)]
        fn rook(&self, square: u64, occupied: u64) -> u64 {
            walked(Slider::Rook, square, occupied | self.ghost)
        }

        #[inline(always)]
        fn bishop(&self, square: u64, occupied: u64) -> u64 {
            walked(Slider::Bishop, square, occupied | self.ghost)
        }

        fn position(&self, fen: &str) -> Result<u64, String> {
            fen.parse().map_err(|_| format!("{fen} is\nno position"))
        }

        fn perft(&self, position: &u64, depth: u32) -> u64 {
            (position + self.ghost).pow(depth)
        }
    }

    /// A rival on a board of 81 squares. Its answers are not attacks, but differ with every query.
    struct Larger;

    impl Rival for Larger {
        type Bits = u128;
        type Position = ();
        const SQUARES: u64 = 81;
        const TASKS: &'static str = "shogi";

        fn version(&self) -> &'static str {
            "9.9"
        }

        fn rook(&self, square: u64, occupied: u128) -> u128 {
            occupied << 1 ^ 1 << square
        }

        fn bishop(&self, square: u64, occupied: u128) -> u128 {
            occupied >> 3 ^ 2 << square
        }
    }

    impl Ask<u128> for Larger {
        fn ask(&self, square: u64, occupied: u128) -> u128 {
            self.queen(square, occupied)
        }
    }

    #[test]
    fn a_rival_on_a_larger_board_is_asked_about_all_its_squares() {
        let program = connected(Larger, u64::MAX).expect("a rival");
        assert!(program.can("shogi") && !program.can("queries"));
        // Squares and bits beyond a word.
        let queries: Vec<(u64, u128)> =
            (0..81).map(|square| (square, u128::from(square + 1) << 64 | 5)).collect();
        for model in Loop::ALL {
            let mut work = program.asking(model, Slider::Queen, queries.iter().copied(), 128);
            let expected = QuerySet::new(queries.iter().copied()).verify(&mut |pass| {
                pass.run(model, &Larger);
                Ok(())
            });
            assert_eq!(work.verify(), expected, "{model}");
            assert!(work.sample(2).is_ok_and(f64::is_finite), "{model}");
        }
        let mut beyond = program.asking(Loop::Latency, Slider::Rook, [(81, 0_u128)].into_iter(), 0);
        assert_eq!(beyond.verify(), Err("expected lines SQUARE OCCUPIED".into()));
        assert_eq!(program.count("start", 1), Err("this rival does not count".into()));
    }

    /// Connects with a rival that runs along with the test, and that ends after a number of bytes.
    fn connected(rival: impl Rival + Send + 'static, bytes: u64) -> Result<RivalProcess, String> {
        let (requests, input) = io::pipe().expect("a pipe");
        let (output, answers) = io::pipe().expect("a pipe");
        thread::spawn(move || serve::answer(&rival, BufReader::new(requests.take(bytes)), answers));
        RivalProcess::connected("walker", connection(input, BufReader::new(output)))
    }

    fn connection(
        input: impl Write + Send + 'static,
        output: impl BufRead + Send + 'static,
    ) -> Connection {
        Connection::new(input, output, Duration::MAX)
    }

    fn queries() -> Vec<(u64, u64)> {
        let mut random = Random::new(9);
        (0..64).map(|_| (random.square(), random.board())).collect()
    }

    fn asking(program: &RivalProcess, model: Loop, slider: Slider) -> ProcessAsking {
        program.asking(model, slider, queries().into_iter(), 128)
    }

    /// The digest of the same loop on this side.
    fn expected(model: Loop, slider: Slider) -> Result<String, String> {
        QuerySet::new(queries()).verify(&mut |pass| {
            pass.run(model, &slider);
            Ok(())
        })
    }

    #[test]
    fn rivals_receive_every_kind_of_request() {
        let program = connected(RIGHT, u64::MAX).expect("a rival");
        assert_eq!(program.name(), "walker 1.2");
        for slider in Slider::ALL {
            for model in Loop::ALL {
                let mut work = asking(&program, model, slider);
                assert_eq!(work.verify(), expected(model, slider), "{model} {slider}");
                assert!(work.sample(3).is_ok_and(f64::is_finite), "{model} {slider}");
            }
        }
        assert!(
            program.count("20", 3).is_ok_and(|(nodes, seconds)| nodes == 8000 && seconds >= 0.0)
        );
        let mut work = program.counting("20", 2, 400);
        assert_eq!(work.verify(), Ok("400".into()));
        assert!(work.sample(2).is_ok());
    }

    #[test]
    fn rivals_have_only_the_abilities_that_they_list() {
        let program = connected(RIGHT, u64::MAX).expect("a rival");
        assert!(program.can("queries") && program.can("perft") && !program.can("attacks"));
    }

    /// A program that computes features answers such requests.
    #[test]
    fn features_are_requested_by_name() {
        let answers = "1.0\nattacks pinned\nready\n00ff\n12.5\nerror no\n";
        let (mut requests, input) = io::pipe().expect("a pipe");
        let program = RivalProcess::connected("snake", connection(input, answers.as_bytes()));
        let program = program.expect("a rival");
        assert_eq!(program.name(), "snake 1.0");
        assert!(program.can("attacks") && !program.can("perft") && !program.can("queries"));
        let mut work = program.computing("pinned", ["8/8 w", "k7/8 b"].into_iter());
        assert_eq!(work.verify(), Ok("00ff".into()));
        assert_eq!(work.sample(7), Ok(12.5));
        assert_eq!(work.sample(1), Err("no".into()));
        drop((work, program));
        let mut text = String::new();
        requests.read_to_string(&mut text).expect("requests");
        let expected = "version\ntasks\npositions 2\n8/8 w\nk7/8 b\nverify pinned\n\
            sample pinned 7\nsample pinned 1\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn works_that_share_a_rival_get_their_own_queries() {
        let program = connected(RIGHT, u64::MAX).expect("a rival");
        let mut rook = asking(&program, Loop::Throughput, Slider::Rook);
        let mut queen = asking(&program, Loop::Throughput, Slider::Queen);
        for _ in 0..2 {
            assert_eq!(rook.verify(), expected(Loop::Throughput, Slider::Rook));
            assert_eq!(queen.verify(), expected(Loop::Throughput, Slider::Queen));
        }
    }

    #[test]
    fn rivals_continue_after_unknown_requests() {
        let program = connected(RIGHT, u64::MAX).expect("a rival");
        let asked = |request: &str| {
            program.connection.borrow_mut().asked(request.into(), any).expect_err("an error")
        };
        assert_eq!(asked("hello you\n"), "there is no request \"hello you\"");
        assert_eq!(asked("verify batch\n"), "there is no model batch");
        assert_eq!(asked("verify latency\n"), "there are no queries");
        assert_eq!(asked("perft 0 20\n"), "expected a depth of at least 1");
        assert_eq!(asked("perft 2 8/8 w\n"), "8/8 w is no position");
        assert_eq!(asked("queries king 2\n0 0\n1 f\n"), "there is no slider king");
        assert_eq!(asked("queries rook 2\n64 0\n1 f\n"), "expected lines SQUARE OCCUPIED");
        assert!(program.count("20", 1).is_ok_and(|(nodes, _)| nodes == 20));
    }

    #[test]
    fn a_wrong_rival_has_an_error_and_no_time() {
        let program = connected(WRONG, u64::MAX).expect("a rival");
        let work: [Box<dyn Work>; 2] = [
            Box::new(asking(&program, Loop::Throughput, Slider::Queen)),
            Box::new(program.counting("20", 2, 400)),
        ];
        let digests = [expected(Loop::Throughput, Slider::Queen), Ok("400".into())];
        let settings = Settings {
            seed: 1,
            sample: Duration::ZERO,
            rounds: 1,
            spread: 1.0,
            limit: Duration::ZERO,
        };
        for (work, digest) in work.into_iter().zip(digests) {
            let contenders = vec![Contender { name: "wrong".into(), work }];
            let digest = digest.expect("a digest");
            let comparison = runner::compare(contenders, &digest, &settings, &mut |_, _| ());
            let error = comparison.standings[0].result.clone().expect_err("an error");
            assert!(error.ends_with(&format!(", expected {digest}")), "{error}");
        }
        let error = program.counting("20", 2, 400).sample(1).expect_err("an error");
        assert!(error.ends_with(", expected 400"), "{error}");
    }

    #[test]
    fn a_rival_that_ends_early_is_an_error_without_a_wait() {
        assert!(connected(RIGHT, 0).is_err_and(|error| error.starts_with("the program has ended")));
        // In the middle of the queries.
        let program = connected(RIGHT, 100).expect("a rival");
        for _ in 0..2 {
            let error = asking(&program, Loop::Latency, Slider::Rook).verify();
            let error = error.expect_err("an error");
            assert!(
                error.starts_with("the program has ended")
                    || error == "expected lines SQUARE OCCUPIED"
                    || error == "there are no queries",
                "{error}"
            );
        }
        assert!(program.count("20", 1).is_err());
    }

    #[test]
    fn nonsense_is_an_error_and_no_time() {
        let answers = "1\nqueries perft\nmuch\n20\n20 NaN\n20 1 2\nsteady\nready\n00\ninf\n";
        let connection = connection(io::sink(), answers.as_bytes());
        let program = RivalProcess::connected("mad", connection).expect("a version");
        for answer in ["much", "20", "20 NaN", "20 1 2"] {
            let error = program.count("20", 1).expect_err("an error");
            assert_eq!(error, format!("it answered {answer:?} to perft"));
        }
        let mut work = asking(&program, Loop::Throughput, Slider::Rook);
        assert_eq!(work.verify(), Err("it answered \"steady\" to queries".into()));
        assert_eq!(work.verify(), Ok("00".into()));
        assert_eq!(work.sample(1), Err("it answered \"inf\" to sample".into()));
        assert_eq!(work.sample(1), Err("the program has ended before it answered".into()));
    }

    #[test]
    fn other_answers_to_the_same_queries_are_an_error() {
        // Queries and their digest, those of another work, and again the first.
        let answers = "1\nqueries\nready\n00\nready\n11\nready\n99\n20\n";
        let connection = connection(io::sink(), answers.as_bytes());
        let program = RivalProcess::connected("fickle", connection).expect("a version");
        let [mut first, mut second] =
            [Slider::Rook, Slider::Bishop].map(|slider| asking(&program, Loop::Latency, slider));
        assert_eq!(first.verify(), Ok("00".into()));
        assert_eq!(second.verify(), Ok("11".into()));
        let error = "expected answers with the digest 00 again, found 99";
        assert_eq!(first.sample(1), Err(error.into()));
    }

    #[test]
    fn a_rival_that_does_not_answer_in_time_is_an_error_and_stays_one() {
        const PATIENCE: Duration = Duration::from_millis(50);
        // It answers the first requests, and then neither reads nor writes nor ends.
        let (requests, input) = io::pipe().expect("a pipe");
        let (output, mut answers) = io::pipe().expect("a pipe");
        answers.write_all(b"1\nqueries\n").expect("a pipe");
        let connection = Connection::new(input, BufReader::new(output), PATIENCE);
        let program = RivalProcess::connected("idle", connection).expect("a version");
        // More than a pipe holds.
        let queries = (0..100_000).map(|_| (0, u64::MAX));
        let mut work = program.asking(
            Loop::Throughput,
            Slider::Rook,
            queries.collect::<Vec<_>>().into_iter(),
            0,
        );
        let expected = "it has not answered queries within 0.05 s";
        assert_eq!(work.verify(), Err(expected.into()));
        // The rival answers without a request.
        answers.write_all(b"ready\n20 1.0\n").expect("a pipe");
        assert_eq!(program.count("20", 1), Err(expected.into()));
        drop(requests);
    }

    #[test]
    fn a_folder_without_rivals_is_an_error() {
        let all_in = |path: &Path| RivalProcess::all_in(path, Duration::MAX).expect_err("an error");
        assert!(all_in(Path::new("no/such/folder")).starts_with("cannot read no/such/folder: "));
        let sources = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
        assert!(all_in(&sources).starts_with("there are no programs in "));
        // A program that is not a rival: it says nothing.
        #[cfg(unix)]
        assert!(
            RivalProcess::start(Path::new("/bin/true"), Duration::MAX)
                .is_err_and(|error| error.starts_with("/bin/true: the program has ended"))
        );
    }
}
