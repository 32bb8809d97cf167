use super::*;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::Command;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn new_files_have_the_mode_of_the_umask() {
    let folder = folder();
    let file = folder.path().join("new");
    write(&file, b"text").expect("written");
    File::create(folder.path().join("other")).expect("a file");
    let mode = |name: &str| fs::metadata(folder.path().join(name)).expect("a file").mode();
    assert_eq!(mode("new"), mode("other"));
    assert_eq!(names(folder.path()), ["new", "other"], "nothing temporary is left");
}

#[test]
fn replaced_files_keep_mode_and_links_stay_links() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file"), "old").expect("a file");
    fs::set_permissions(at("file"), fs::Permissions::from_mode(0o640)).expect("a mode");
    fs::create_dir(at("sub")).expect("a folder");
    symlink("../file", at("sub/link")).expect("a link");
    symlink("sub/link", at("second")).expect("a link");
    write(&at("second"), b"new").expect("written");
    assert_eq!(fs::read(at("file")).expect("a file"), b"new");
    assert_eq!(fs::metadata(at("file")).expect("a file").mode() & 0o777, 0o640);
    assert!(at("second").is_symlink() && at("sub/link").is_symlink());

    // A dangling link leads to the new file.
    symlink("made", at("dangling")).expect("a link");
    write(&at("dangling"), b"text").expect("written");
    assert!(at("dangling").is_symlink());
    assert_eq!(fs::read(at("made")).expect("a file"), b"text");

    // A file with two names keeps both.
    fs::hard_link(at("file"), at("twin")).expect("a link");
    write(&at("twin"), b"x").expect("written");
    assert_eq!(fs::read(at("file")).expect("a file"), b"x");

    symlink("circle", at("circle")).expect("a link");
    assert!(write(&at("circle"), b"text").is_err());
}

#[test]
fn what_may_not_be_written_is_not_replaced() {
    let folder = folder();
    let file = folder.path().join("file");
    fs::write(&file, "old").expect("a file");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("a mode");
    let refused = write(&file, b"new").expect_err("it is read-only");
    assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
    assert_eq!(fs::read(&file).expect("a file"), b"old");
}

#[test]
fn what_is_no_file_is_written_directly() {
    let folder = folder();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    probe(&pipe).expect("it can be written, without waiting for a reader");
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).expect("bytes")
    });
    write(&pipe, b"through").expect("written");
    assert_eq!(reader.join().expect("a reader"), b"through");
    assert_eq!(names(folder.path()), ["pipe"]);

    let null = Path::new("/dev/null");
    let before = fs::metadata(null).expect("a device").rdev();
    write(null, b"gone").expect("written");
    let mut pending = Pending::create(null).expect("a file");
    pending.file().write_all(b"gone").expect("written");
    pending.commit().expect("copied");
    assert_eq!(fs::metadata(null).expect("still a device").rdev(), before);

    let full = write(Path::new("/dev/full"), b"text").expect_err("it is full");
    assert_eq!(full.kind(), io::ErrorKind::StorageFull);
    assert!(write(folder.path(), b"text").is_err(), "a folder is no file");
}

#[test]
fn what_is_not_committed_leaves_no_trace() {
    let folder = folder();
    let file = folder.path().join("report.sarif");
    fs::write(&file, "old").expect("a file");
    let mut pending = Pending::create(&file).expect("a file");
    pending.file().write_all(b"half").expect("written");
    let temporary = names(folder.path());
    assert!(temporary[0].starts_with(".report.sarif.quarrel-"), "{temporary:?}");
    drop(pending);
    assert_eq!(fs::read(&file).expect("a file"), b"old");
    assert_eq!(names(folder.path()), ["report.sarif"]);
}

#[test]
fn only_small_regular_files_within_are_read() {
    let (folder, other) = (folder(), folder());
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file"), "four").expect("a file");
    fs::write(other.path().join("secret"), "x").expect("a file");
    symlink(other.path().join("secret"), at("link")).expect("a link");
    symlink("file", at("own")).expect("a link");
    symlink("/dev/zero", at("zero")).expect("a link");
    assert!(Command::new("mkfifo").arg(at("pipe")).status().expect("mkfifo").success());
    assert_eq!(read(&at("file"), 4).expect("a file"), b"four");
    assert!(read(&at("file"), 3).is_err_and(|error| error.to_string().contains("more than 3 bytes")));
    assert!(
        read(&at("pipe"), 4).is_err() && read(&at("zero"), 4).is_err() && read(folder.path(), 4).is_err()
    );
    assert_eq!(read(&at("link"), 4).expect("a link is followed"), b"x");
    assert!(read_within(folder.path(), &at("own"), 4).is_ok());
    assert!(read_within(folder.path(), &at("link"), 4).is_err());
    assert!(read_within(folder.path(), &at("../secret"), 4).is_err());
}
