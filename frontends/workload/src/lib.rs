//! Workload files: buffers, initialisation, launches, expectations.
