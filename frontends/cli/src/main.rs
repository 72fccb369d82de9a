//! The binary `sim`.

fn main() -> std::process::ExitCode {
    sim_cli::command::main()
}
