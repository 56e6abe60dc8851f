//! Jobs that several threads do side by side, whose results come in the order of the jobs.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// A job that a thread has begun, and its results.
pub type Begun<J, T> = (J, Receiver<T>);

/// The work of a thread.
pub type Work<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Does jobs on a number of threads, which a function starts. Returns the jobs in their order, each
/// when it is begun, with the results that it sends. A thread waits when `waiting` of its results
/// have not been taken.
///
/// Each job is taken from the list by a thread that then begins it, and comes with the resources
/// that it needs. If the returned receiver is dropped, no other job is begun, and a job that sends
/// a result gets an error.
///
/// ```
/// use hyperbola_files::ordered::in_order;
/// let jobs = (1..=5).map(|job| (job, "work"));
/// let begun = in_order(3, 4, jobs, |job, work, results| drop(results.send(format!("{job} {work}"))),
///     |work| drop(std::thread::spawn(work)));
/// let texts: Vec<String> = begun.into_iter().flat_map(|(_, results)| results).collect();
/// assert_eq!(texts, ["1 work", "2 work", "3 work", "4 work", "5 work"]);
/// ```
pub fn in_order<'a, J: Copy + Send + 'a, N, T: Send + 'a>(
    threads: usize,
    waiting: usize,
    jobs: impl Iterator<Item = (J, N)> + Send + 'a,
    work: impl Fn(J, N, &SyncSender<T>) + Send + Sync + 'a,
    mut start: impl FnMut(Work<'a>),
) -> Receiver<Begun<J, T>> {
    let (order, begun) = sync_channel(threads);
    let shared = Arc::new((Mutex::new(jobs), work));
    for _ in 0..threads {
        let (order, shared) = (order.clone(), Arc::clone(&shared));
        start(Box::new(move || {
            let (jobs, work) = &*shared;
            loop {
                let (sender, results) = sync_channel(waiting);
                // A thread that panicked has not left them half changed.
                let mut next = jobs.lock().unwrap_or_else(PoisonError::into_inner);
                let Some((job, needed)) = next.next() else { return };
                // No other thread begins a job meanwhile, so they come in order.
                if order.send((job, results)).is_err() {
                    return;
                }
                drop(next);
                work(job, needed, &sender);
            }
        }));
    }
    begun
}
