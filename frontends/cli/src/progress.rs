//! A progress bar over launches or cases, on standard error: only on a terminal, and
//! only for runs of more than a second.

use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long a run may take before the bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the bar's elapsed time is drawn.
const TICK: Duration = Duration::from_millis(200);

/// The bar's line; what is counted is put in.
fn template(what: &str) -> String {
    format!("{{bar:24}} {{pos}}/{{len}} {what}, {{msg}}, {{elapsed}}")
}

/// The bar; it goes when this is dropped.
pub struct Progress {
    bar: ProgressBar,
    /// Dropped to tell the timer that the bar is not wanted any more.
    done: Option<Sender<()>>,
    timer: Option<JoinHandle<()>>,
}

impl Progress {
    /// A bar over `what`, a plural; it stays hidden off a terminal and in the
    /// first second.
    pub fn over(what: &str) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(&template(what)) {
            bar.set_style(style);
        }
        let (done, wait) = mpsc::channel();
        let shown = bar.clone();
        let timer = std::io::stderr().is_terminal().then(|| {
            std::thread::spawn(move || {
                if wait.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    shown.set_draw_target(ProgressDrawTarget::stderr());
                    shown.enable_steady_tick(TICK);
                }
            })
        });
        Progress {
            bar,
            done: Some(done),
            timer,
        }
    }

    /// One of `total` begins, after `number` others.
    pub fn begin(&self, name: &str, number: usize, total: usize) {
        self.bar.set_length(total as u64);
        self.bar.set_position(number as u64);
        self.bar.set_message(name.to_string());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.done = None;
        if let Some(timer) = self.timer.take() {
            // The timer only draws; if it panicked there is nothing to draw.
            let _ = timer.join();
        }
        self.bar.finish_and_clear();
    }
}
