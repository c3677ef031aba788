//! Game records: the same files that hold the Python client's parser to the grammar.

mod common;

use std::fs;
use std::path::PathBuf;

use diabolo::record::{check, parse};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = format!("{}/tests/records/{folder}", env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

#[test]
fn good_records_are_read() {
    let files = files("good");
    assert!(files.len() >= 6);
    for path in files {
        let records =
            parse(&fs::read(&path).expect("a file")).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        assert!(!records.is_empty());
    }
}

#[test]
fn bad_records_are_refused_at_their_place() {
    let files = files("bad");
    assert!(files.len() >= 10);
    for path in files {
        let file = fs::read(&path).expect("a file");
        let first =
            String::from_utf8_lossy(&file).lines().next().expect("a line").trim_start_matches('\u{feff}').to_owned();
        let place = first.strip_prefix("# error ").expect("the place of the error").trim().to_owned();
        let error = parse(&file).expect_err(&path.display().to_string());
        assert_eq!(format!("{}:{}", error.line, error.column), place, "{}: {error}", path.display());
    }
}

#[test]
fn records_are_played_through_the_rules() {
    let record = |turns: &str, end: &str| {
        let text = format!(
            "[Game \"diaballik\"]\n[P1 \"a\"]\n[P2 \"b\"]\n[Start \"bbbB.bb/...w.../......./......./W..b.../......./.ww.www w\"]\n{turns}result {end}\n"
        );
        check(&parse(text.as_bytes()).expect("well written")[0]).map_err(|error| error.to_string())
    };
    assert_eq!(record("1. d6e6,e6e7,a3e7\n", "p1win goal e7"), Ok(()));
    assert_eq!(record("1. d6e6\n", "p2win time"), Ok(()));
    assert_eq!(record("1. d6e6\n", "p1win goal"), Err("result p1win goal, but by the rules it is no end".into()));
    assert_eq!(record("1. a3a4\n", "p1win time"), Err("turn 1 'a3a4': the holder of the ball may not step".into()));
    let dice = |start: &str, roll: &str| {
        let text = format!(
            "[Game \"diablo\"]\n[P1 \"a\"]\n[P2 \"b\"]\n[Start \"{start}\"]\n1. {roll} a1b1\nresult p1win checkers\n"
        );
        check(&parse(text.as_bytes()).expect("well written")[0]).map_err(|error| error.to_string())
    };
    assert_eq!(dice("..../..../..../B2G.. b 1-2 5", "2-1"), Ok(()));
    assert_eq!(dice("..../..../..../B2G.. b - 5", "2-1"), Ok(()));
    assert_eq!(dice("..../..../..../B2G.. b 1-2 5", "2-2"), Err("turn 1: Start has another roll".into()));
}

#[test]
fn the_subcommand_checks_files() {
    let good = format!("{}/tests/records/good/two-records.txt", env!("CARGO_MANIFEST_DIR"));
    let bad = format!("{}/tests/records/bad/no-gap.txt", env!("CARGO_MANIFEST_DIR"));
    let output = common::command(&["record", &good]).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2);
    let output = common::command(&["record", &bad]).stderr(std::process::Stdio::piped()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-gap.txt:6:3: expected a blank, found 'a1a2'"));
}
