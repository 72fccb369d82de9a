//! What kernels print, from the text of the kernel to the lines of the run.

use super::tiny;
use sim_core::engine::EngineOptions;
use sim_workload::outcome::RunOutcome;

/// Every thread prints a line, every seventh two.
const WHO: &str = r##"
Workload(
  buffers: { "results": (type: I32, length: "512") },
  kernels: {
    "who": Kernel(code: r#"
      __global__ void who(int *results, float scale)
      {
          int i = blockIdx.x * blockDim.x + threadIdx.x;
          results[i] = printf("block %d thread %2d: %.2f\n", blockIdx.x, threadIdx.x, i * scale);
          if (i % 7 == 0)
              printf("  %d is a multiple of %s\n", i, "seven");
      }
    "#),
  },
  steps: [
    Launch(kernel: "who", name: "first", grid: ["8"], block: ["64"], args: ["results", "0.25"]),
    Launch(kernel: "who", name: "second", grid: ["1"], block: ["2"], args: ["results", "2"]),
  ],
  expect: [ Buffer(name: "results", equals: "3") ],
)
"##;

/// 65,536 threads print more than the buffer holds.
const MUCH: &str = r##"
Workload(
  buffers: { "results": (type: I32, length: "65536") },
  kernels: {
    "much": Kernel(code: r#"
      __global__ void much(int *results)
      {
          int i = blockIdx.x * blockDim.x + threadIdx.x;
          results[i] = printf("%d %d\n", blockIdx.x, threadIdx.x);
      }
    "#),
  },
  steps: [ Launch(kernel: "much", grid: ["64"], block: ["1024"], args: ["results"]) ],
  expect: [
    Reduce(op: Count, of: "after(results)[i] == 2", count: "65536", equals: "(1 << 20) / 24"),
    Reduce(op: Count, of: "after(results)[i] == -1", count: "65536", equals: "65536 - (1 << 20) / 24"),
  ],
)
"##;

fn outcome(text: &str, threads: usize, functional: bool) -> RunOutcome {
    let engine = EngineOptions {
        threads,
        ..tiny::functional(functional)
    };
    tiny::ran(text, engine).expect("the file is right")
}

fn who(threads: usize) -> RunOutcome {
    outcome(WHO, threads, false)
}

#[test]
fn every_thread_prints_its_line_once_and_launches_do_not_mix() {
    let outcome = who(1);
    assert!(outcome.is_right(), "{:?}", outcome.expectations);
    let [(first, many), (second, few)] = &outcome.printed[..] else {
        panic!("{:?}", outcome.printed);
    };
    assert_eq!((first.as_str(), second.as_str()), ("first", "second"));
    assert_eq!((many.dropped, few.dropped), (0, 0));
    let mut lines: Vec<_> = many.text.lines().map(str::to_owned).collect();
    let own = (0..512).map(|i| {
        format!(
            "block {} thread {:2}: {:.2}",
            i / 64,
            i % 64,
            i as f64 / 4.0
        )
    });
    let sevenths = (0..512).step_by(7);
    let sevenths = sevenths.map(|i| format!("  {i} is a multiple of seven"));
    let mut expected: Vec<_> = own.chain(sevenths).collect();
    lines.sort_unstable();
    expected.sort_unstable();
    assert_eq!(lines, expected);
    assert_eq!(
        few.text,
        "block 0 thread  0: 0.00\nblock 0 thread  1: 2.00\n  0 is a multiple of seven\n"
    );
}

#[test]
fn the_order_of_lines_does_not_depend_on_the_hosts_threads() {
    let one = who(1).printed;
    assert_eq!(who(2).printed, one);
    assert_eq!(who(5).printed, one);
}

/// A warp that faults right behind its `printf`, whose stores are still on their way.
const FAULT: &str = r##"
Workload(
  buffers: { "results": (type: I32, length: "32") },
  kernels: {
    "last_words": Kernel(code: r#"
      __global__ void last_words(int *results)
      {
          printf("thread %d\n", threadIdx.x);
          results[threadIdx.x + (1 << 22)] = 0;
      }
    "#),
  },
  steps: [ Launch(kernel: "last_words", grid: ["1"], block: ["32"], args: ["results"]) ],
)
"##;

#[test]
fn what_was_printed_before_a_fault_is_shown() {
    let expected: String = (0..32).map(|thread| format!("thread {thread}\n")).collect();
    for threads in [1, 3] {
        let outcome = outcome(FAULT, threads, false);
        let fault = outcome.fault.expect("a fault");
        let message = fault.error.to_string();
        assert!(message.contains("`results[4194304]`"), "{message}");
        assert_eq!(outcome.printed[0].0, "last_words");
        assert_eq!(outcome.printed[0].1.text, expected);
    }
}

#[test]
fn calls_that_find_no_room_return_minus_one_and_are_counted() {
    let outcome = outcome(MUCH, 2, true);
    assert!(outcome.is_right(), "{:?}", outcome.expectations);
    // A record of two arguments takes 24 bytes.
    let printed = &outcome.printed[0].1;
    assert_eq!(printed.text.lines().count(), (1 << 20) / 24);
    assert_eq!(printed.dropped, 65536 - (1 << 20) / 24);
}
