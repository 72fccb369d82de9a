//! Snapshots of the text report.

use crate::common;
use sim_cli::{report, section};

#[test]
fn six_launches_fit_sixty_lines() {
    let text = report::text(&common::transpose());
    insta::assert_snapshot!(text);
    assert!(text.lines().count() <= 60, "{} lines", text.lines().count());
}

#[test]
fn a_wrong_result_comes_first_with_its_elements() {
    insta::assert_snapshot!(report::text(&common::wrong()));
}

#[test]
fn a_fault_names_thread_and_line_and_leaves_the_earlier_launch() {
    insta::assert_snapshot!(report::text(&common::faulted()));
}

#[test]
fn a_functional_run_has_no_times_and_no_zeros_in_their_place() {
    insta::assert_snapshot!(report::text(&common::functional()));
}

#[test]
fn every_section_prints_every_launch_and_units() {
    let mut run = common::transpose();
    run.launches.drain(1..5);
    let text: Vec<_> = section::ALL
        .iter()
        .map(|one| section::text(*one, &run))
        .collect();
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn an_absent_counter_prints_as_not_available() {
    let mut run = common::transpose();
    run.launches.truncate(1);
    run.launches[0].metrics.clear();
    run.launches[0].code.clear();
    for one in section::ALL {
        for row in one.rows(&run.launches[0]) {
            assert_ne!(row.value, section::Value::Number(0.0), "{}", row.label);
        }
    }
}

#[test]
fn every_row_of_every_section_has_a_unit() {
    let run = common::transpose();
    for one in section::ALL {
        for row in one.rows(&run.launches[0]) {
            assert!(!row.unit.is_empty(), "{}: {}", one.name(), row.label);
        }
    }
}

#[test]
fn sections_are_found_in_any_case_and_an_unknown_name_lists_them() {
    assert_eq!(
        section::find("speedoflight").map(|one| one.name()),
        Ok("SpeedOfLight")
    );
    let Err(message) = section::find("SpeedOfSound") else {
        panic!("there is no such section");
    };
    assert!(message.contains("WarpStateStats"), "{message}");
}
