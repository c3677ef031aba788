//! The checker of proofs (`examples/check_proof/`, for users `tools/check-proof`) as a process, with files of the engine:
//! whole ones, and such as are damaged.

mod common;
// The map's hasher is of no use here.
#[allow(dead_code)]
#[path = "../examples/check_proof/mix.rs"]
mod mix;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use common::command;

/// Built here, since cargo builds examples only where all tests are asked for.
static CHECKER: LazyLock<PathBuf> = LazyLock::new(|| {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target directory");
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--example", "check_proof", "--target-dir"]).arg(target);
    let built = build.current_dir(env!("CARGO_MANIFEST_DIR")).status().expect("cargo runs");
    assert!(built.success());
    target.join("debug/examples/check_proof").with_extension(std::env::consts::EXE_EXTENSION)
});

fn check(words: &[&str]) -> Output {
    Command::new(&*CHECKER).args(words).output().expect("it runs")
}

#[track_caller]
fn assert_fault(output: &Output, code: i32, fault: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.starts_with("check-proof: ") && said.contains(fault), "'{fault}' is not in '{said}'");
    assert_eq!(said.matches('\n').count(), 1, "{said}");
}

/// A file for one test, which the engine writes.
fn made(name: &str, words: &[&str]) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let path = path.to_str().expect("UTF-8").to_owned();
    let output = command(&[words, &["--out", &path]].concat()).output().expect("the engine runs");
    assert!(output.status.success());
    path
}

#[test]
fn a_proof_is_played_through() {
    let endings = made("played.endings", &["solve", "--board", "2", "--checkers", "2"]);
    let proof = made("played.proof", &["--ending-file", &endings, "solve", "--bounds", "2"]);
    let output = check(&[&proof, &endings]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "Black wins at least 0.000000; claimed 0.000000; 1 positions walked\n\
         Green wins at least 1.000000; claimed 0.984375; 2 positions walked\n"
    );
    let good = fs::read_to_string(&proof).expect("the proof");
    for (old, new, fault) in [
        (" G./..\n", " -\n", "less than claimed"),
        (" G./..\n", " ../GG\n", "no turn with 1-1 leads from"),
        ("B./BG G./..\n", "", "less than claimed"),
        ("B./BG G./..\n", "B./BG G./..\nGB/.B ../.G\n", "has spoken of this position"),
        (" G./..\n", " G./.. -\n", "line 5: it has not as many boards"),
        (" G./..\n", " ../.X\n", "can't be read"),
        (" G./..\n", " G./../..\n", "of another size"),
        ("side g", "side x", "line 4: it names no side and bound"),
        ("0.984375", "nan", "line 4: it names no side and bound"),
        ("0.984375", "1.5", "line 4: it names no side and bound"),
        ("0.984375", "1", "above it by no more than"),
        ("side b bound 0\nside g bound 0.984375\n", "", "no side has been named"),
        ("side b bound 0\nside g bound 0.984375\nB./BG G./..\n", "", "claims nothing"),
        ("end\n", "", "cut short"),
        ("proof 1", "proof 2", "version 1"),
        ("board 2", "board 4", "board of the endings"),
    ] {
        let bad = good.replace(old, new);
        assert_ne!(bad, good);
        fs::write(&proof, bad).expect("written");
        assert_fault(&check(&[&proof, &endings]), 1, fault);
    }
    // All that is claimed is nothing: then a strategy may be empty.
    fs::write(&proof, "diabolo-proof 1\nboard 2\nside g bound 0\nend\n").expect("written");
    assert_eq!(check(&[&proof, &endings]).status.code(), Some(0));
}

#[test]
fn endings_follow_from_each_other_on_every_board() {
    for (name, size, words) in [
        ("two", 2, &["--checkers", "3"][..]),
        ("four", 4, &["--checkers", "4"]),
        ("stacks", 4, &["--checkers", "3", "--stacks", "2"]),
        ("six", 6, &["--checkers", "3", "--stacks", "2"]),
        ("ten", 10, &["--checkers", "2"]),
    ] {
        let board = size.to_string();
        let endings = made(&format!("{name}.endings"), &[&["solve", "--board", &board], words].concat());
        let proof = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.proof"));
        let proof = proof.to_str().expect("UTF-8");
        fs::write(proof, format!("diabolo-proof 1\nboard {size}\nside b bound 0\nend\n")).expect("written");
        let output = check(&["--sample", "2000", "--seed", "7", proof, &endings]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        // Every chance is wrong by the same, and the checksum is right.
        let mut bytes = fs::read(&endings).expect("the endings");
        let chances = bytes.as_chunks::<4>().0[8..].iter().map(|&four| u32::from_le_bytes(four).abs_diff(1 << 20));
        let chances: Vec<u32> = chances.collect();
        let of_chance = |sum: u64, &units: &u32| mix::mix(sum.wrapping_add(units.into()));
        let checksum = chances.iter().fold(chances.len() as u64, of_chance);
        bytes.truncate(24);
        bytes.extend(checksum.to_le_bytes());
        bytes.extend(chances.iter().flat_map(|units| units.to_le_bytes()));
        fs::write(&endings, bytes).expect("written");
        assert_fault(&check(&["--sample", "2000", proof, &endings]), 1, "does not follow");
        assert_eq!(check(&["--sample", "0", proof, &endings]).status.code(), Some(0), "{name}");
    }
}

#[test]
fn damaged_endings_are_refused() {
    let endings = made("damaged.endings", &["solve", "--board", "2", "--checkers", "3"]);
    let whole = fs::read(&endings).expect("the endings");
    let changed = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    let longer = [&whole[..], &[0; 4]].concat();
    // Four bytes more, and told so.
    let mut more = longer.clone();
    more[16] += 1;
    for (bytes, fault) in [
        (vec![], "no file of endings"),
        (whole[..20].to_vec(), "no file of endings"),
        (whole[..whole.len() - 4].to_vec(), "has not the length"),
        (longer, "has not the length"),
        (more, "no right number"),
        (changed(0, b'X'), "no file of endings"),
        (changed(8, 2), "no file of endings"),
        (changed(12, 3), "no file of endings"),
        (changed(12, 26), "no right number"),
        (changed(13, 200), "no right number"),
        (changed(14, 255), "no right number"),
        (changed(15, 1), "no file of endings"),
        (changed(35, 0x40), "checksum"),
        (changed(35, 0xFF), "above 1"),
    ] {
        fs::write(&endings, bytes).expect("written");
        assert_fault(&check(&["no.proof", &endings]), 1, fault);
    }
    fs::write(&endings, whole).expect("written");
    assert_fault(&check(&["no.proof", &endings]), 1, "no.proof: ");
    assert_fault(&check(&["no.proof", "no.endings"]), 1, "no.endings: ");
}

#[test]
fn other_command_lines() {
    for words in
        [&[][..], &["one"], &["one", "two", "three"], &["--seed", "x", "one", "two"], &["--unknown", "one", "two"]]
    {
        assert_fault(&check(words), 2, "usage: check-proof");
    }
    let help = check(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&help.stdout).contains("--sample N"));
}
