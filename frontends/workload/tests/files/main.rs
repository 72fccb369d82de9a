//! Workload files: what is read, what is refused, what runs and what comes out.

mod assertions;
mod claims;
mod cuda;
mod gpus;
mod hardware;
mod launch_options;
mod mistakes;
mod printf;
mod readme;
mod run;
mod schema;
mod steps;
mod tiny;
