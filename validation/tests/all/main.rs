//! All tests of this crate, in one program: linking thirty took longer than running them, and tests of one program run
//! side by side.

mod adu;
mod alone;
mod asked;
mod banks;
mod barred;
mod branchy;
mod classes;
mod cold;
mod crowded;
mod dealt;
mod deferred;
mod first;
mod held;
mod lecture;
mod ledger;
mod measure;
mod micro;
mod misses;
mod mixed;
mod operands;
mod pairs;
mod ping;
mod prepare;
mod products;
mod riders;
mod rounds;
mod sets;
mod store_order;
mod synced;
mod tables;
mod timed;
mod truth_set;
mod turns;
mod woken;
mod workloads_set;
