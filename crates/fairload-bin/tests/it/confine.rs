//! `fairload confine`: what it refuses, and what goes on as before.

use std::process::{Command, Output};

use crate::common::{FAIRLOAD, Reference};

fn confined(command: &[&str]) -> Output {
    Command::new(FAIRLOAD).arg("confine").arg("--").args(command).output().unwrap()
}

#[test]
fn a_command_goes_on_with_its_arguments_its_output_and_its_status() {
    let done = confined(&["/bin/sh", "-c", "echo $0 $1; exit 7", "--json", "-n"]);
    assert_eq!((done.stdout, done.status.code()), (b"--json -n\n".to_vec(), Some(7)));
}

#[test]
fn namespaces_of_its_own_are_refused_to_a_command_and_all_that_it_starts() {
    let alone = Command::new("unshare").args(["--user", "true"]).status();
    if !alone.is_ok_and(|status| status.success()) {
        return; // no machine of ours: here it is refused to everybody
    }
    for command in [&["unshare", "--user", "true"][..], &["/bin/sh", "-c", "unshare --user true; exit $?"]] {
        let done = confined(command);
        assert!(!done.status.success());
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(said.contains("Operation not permitted"), "{said}");
    }
}

#[test]
fn a_generator_with_threads_and_each_engine_works_as_before() {
    let server = Reference::start(&[]);
    let url = format!("http://{}/", server.address);
    for engine in ["epoll", "io_uring"] {
        let done =
            confined(&[FAIRLOAD, &url, "--engine", engine, "--threads", "2", "-c", "4", "-n", "100", "--strict"]);
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(matches!(done.status.code(), Some(0 | 3)), "{said}");
    }
}

#[test]
fn a_command_that_cannot_be_executed_is_one_line() {
    let done = confined(&["/no/such"]);
    assert_eq!(done.status.code(), Some(126));
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(said, "fairload: \"/no/such\" cannot be executed: No such file or directory (os error 2)\n");
}
