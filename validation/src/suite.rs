//! The cases of a set side by side, within the threads and memory of the host.
//!
//! Cases start longest first, so that none is left running alone for long. A
//! case gets more than one thread only where it is a large part of what is
//! left: side by side they need no synchronisation. Threads never change a
//! result, so neither does the order.
//!
//! A case that cannot run, for whatever reason, is an answer like any other.

use crate::run::{CaseRun, run};
use crate::truth::{Entry, TruthSet};
use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How to run a set.
#[derive(Clone, Debug)]
pub struct SuiteOptions {
    /// The machine.
    pub gpu: Arc<GpuConfig>,
    /// How each case runs; its threads are those of all cases together, its
    /// memory what the buffers of cases that run at the same time may need.
    pub engine: EngineOptions,
}

/// A case and what came of it.
#[derive(Debug)]
pub struct Finished<'a> {
    /// The case.
    pub entry: &'a Entry,
    /// Its answer, or why there is none.
    pub outcome: Result<CaseRun, String>,
    /// How long it took.
    pub wall: Duration,
}

/// Told when a case begins: its name, how many have ended, how many there are.
pub type OnBegin<'a> = dyn Fn(&str, usize, usize) + Sync + 'a;

/// Runs the cases; answers come in the order of `entries`.
pub fn run_all<'a>(
    set: &TruthSet,
    entries: &[&'a Entry],
    options: &SuiteOptions,
    on_begin: &OnBegin,
) -> Vec<Finished<'a>> {
    let queue = Queue::new(entries, &options.engine);
    let workers = options.engine.threads.clamp(1, entries.len().max(1));
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(job) = queue.take() {
                    on_begin(&job.entry.case.name, job.ended, entries.len());
                    let finished = attempt(set, &job, options);
                    queue.give_back(job, finished);
                }
            });
        }
    });
    queue.answers()
}

/// Runs a case; a panic of the simulator is an answer too.
fn attempt<'a>(set: &TruthSet, job: &Job<'a>, options: &SuiteOptions) -> Finished<'a> {
    let engine = EngineOptions {
        threads: job.threads,
        ..options.engine.clone()
    };
    let start = Instant::now();
    let go = || within(job.threads, || run(set, job.entry, &options.gpu, &engine));
    let outcome = match catch_unwind(AssertUnwindSafe(go)) {
        Ok(outcome) => outcome.map_err(|error| error.to_string()),
        Err(panic) => Err(format!("the simulator panicked: {}", message(&*panic))),
    };
    Finished {
        entry: job.entry,
        outcome,
        wall: start.elapsed(),
    }
}

/// Runs `work` with its parallel loops on this many threads.
fn within<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads of the host can be started")
        .install(work)
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied())
        .unwrap_or("without a message")
}

/// What a running case needs besides its buffers: the tables of caches, SMs
/// and queues. Seen: 0.2 to 0.4 GB for an H200.
const TABLES_BYTES: u64 = 256 << 20;

/// A case that may run now.
struct Job<'a> {
    entry: &'a Entry,
    /// Its place in the caller's order.
    place: usize,
    threads: usize,
    memory: u64,
    /// Cases that had ended when it began.
    ended: usize,
}

/// Cases to run, and what is free to run them.
struct Queue<'a> {
    state: Mutex<State<'a>>,
    changed: Condvar,
    threads: usize,
}

struct State<'a> {
    /// Shortest first: the next case is at the end.
    waiting: Vec<(usize, &'a Entry)>,
    running: usize,
    ended: usize,
    free_threads: usize,
    free_memory: u64,
    answers: Vec<Option<Finished<'a>>>,
}

impl<'a> Queue<'a> {
    fn new(entries: &[&'a Entry], engine: &EngineOptions) -> Queue<'a> {
        let mut waiting: Vec<_> = entries.iter().copied().enumerate().collect();
        waiting.sort_by_key(|(place, entry)| (entry.length(), usize::MAX - place));
        let state = State {
            waiting,
            running: 0,
            ended: 0,
            free_threads: engine.threads.max(1),
            free_memory: engine.max_memory,
            answers: entries.iter().map(|_| None).collect(),
        };
        Queue {
            state: Mutex::new(state),
            changed: Condvar::new(),
            threads: engine.threads.max(1),
        }
    }

    /// The next case that fits; waits for room. `None` when all have begun.
    fn take(&self) -> Option<Job<'a>> {
        let mut state = self.lock();
        while !state.waiting.is_empty() {
            if let Some(job) = state.begin(self.threads) {
                return Some(job);
            }
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    fn give_back(&self, job: Job<'a>, finished: Finished<'a>) {
        let mut state = self.lock();
        state.running -= 1;
        state.ended += 1;
        state.free_threads += job.threads;
        state.free_memory += job.memory;
        state.answers[job.place] = Some(finished);
        drop(state);
        self.changed.notify_all();
    }

    fn answers(self) -> Vec<Finished<'a>> {
        let state = self.state.into_inner();
        let answers = state.unwrap_or_else(PoisonError::into_inner).answers;
        answers.into_iter().flatten().collect()
    }

    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> State<'a> {
    /// Begins the longest case that fits; one that never will fit begins when
    /// nothing else runs, and the memory's limit says why it cannot.
    fn begin(&mut self, threads: usize) -> Option<Job<'a>> {
        let free = self.free_memory;
        let fits = |&(_, entry): &(usize, &Entry)| need(entry) <= free;
        let found = self.waiting.iter().rposition(fits);
        let alone = (self.running == 0).then(|| self.waiting.len() - 1);
        let at = found.or(alone).filter(|_| self.free_threads > 0)?;
        let share = self.share(at, threads).min(self.free_threads);
        let (place, entry) = self.waiting.remove(at);
        let memory = need(entry).min(free);
        self.running += 1;
        self.free_threads -= share;
        self.free_memory -= memory;
        Some(Job {
            entry,
            place,
            threads: share,
            memory,
            ended: self.ended,
        })
    }

    /// A case's part of the work that is left, in threads.
    fn share(&self, at: usize, threads: usize) -> usize {
        let left: u64 = self.waiting.iter().map(|(_, e)| e.length()).sum();
        let part = self.waiting[at].1.length() as f64 / left.max(1) as f64;
        ((part * threads as f64).round() as usize).max(1)
    }
}

fn need(entry: &Entry) -> u64 {
    entry.buffer_bytes() + TABLES_BYTES
}
