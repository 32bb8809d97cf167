//! Ids that one extraction of a tree keeps from the one before, and databases that do not depend on them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use quarrel_extractor::{Assigned, Options, Previous, Report, extract, extract_with_ids};
use quarrel_seeded::{Random, seeds};
use rusqlite::Connection;

use crate::{canonical, support};

fn options() -> Options {
    Options { threads: 2, ..Options::default() }
}

fn again(root: &Path, database: &Path, previous: Option<(&Assigned, &Path)>) -> Assigned {
    reported(root, database, previous).1
}

/// Extracts a tree, and checks the report's list of changed rows, if it has one.
fn reported(root: &Path, database: &Path, previous: Option<(&Assigned, &Path)>) -> (Report, Assigned) {
    let given = previous.map(|(assigned, database)| Previous { assigned, database });
    let (report, assigned) =
        extract_with_ids(root, database, &options(), given, &|_| ()).expect("the tree can be extracted");
    if let (Some(changes), Some((_, before))) = (&report.changes, previous) {
        for name in stored_tables(database) {
            let all = format!("select * from {name}");
            let (mut rows, now) = (numbers(before, &all), numbers(database, &all));
            if let Some(change) = changes.iter().find(|change| change.table == name) {
                change.removed.iter().for_each(|row| assert!(rows.remove(row), "{name}: {row:?}"));
                change.added.iter().for_each(|row| assert!(rows.insert(row.clone()), "{name}: {row:?}"));
            }
            assert!(rows == now, "{name} has changed otherwise");
        }
    }
    (report, assigned)
}

fn stored_tables(database: &Path) -> Vec<String> {
    let connection = Connection::open(database).expect("the database opens");
    let names = "select name from sqlite_master where type = 'table' and name like 't!_%' escape '!'";
    let mut statement = connection.prepare(names).expect("a query");
    statement.query_map([], |row| row.get(0)).expect("rows").map(|name| name.expect("a name")).collect()
}

fn numbers(database: &Path, sql: &str) -> BTreeSet<Vec<Option<i64>>> {
    let connection = Connection::open(database).expect("the database opens");
    let mut statement = connection.prepare(sql).expect("a query");
    let columns = statement.column_count();
    let row = |row: &rusqlite::Row<'_>| (0..columns).map(|at| row.get(at)).collect();
    statement.query_map([], row).expect("rows").map(|row| row.expect("a row")).collect()
}

/// Rows of one table, as texts.
fn rows(database: &Path, sql: &str) -> BTreeSet<String> {
    let connection = Connection::open(database).expect("the database opens");
    let mut statement = connection.prepare(sql).expect("a query");
    let columns = statement.column_count();
    let row = |row: &rusqlite::Row<'_>| -> rusqlite::Result<String> {
        (0..columns).map(|at| Ok(format!("{:?} ", row.get_ref(at)?))).collect()
    };
    statement.query_map([], row).expect("rows").map(|row| row.expect("a row")).collect()
}

const EDITED: &str = "package p;
/** Documented. */
public class Edited extends Base implements Runnable {
  private final java.util.List<String> all = new java.util.ArrayList<>();
  static int count = 1;
  enum Kind { ONE { int f() { return 1; } }, TWO; int f() { return 2; } }
  public Edited(int n) { super(); count = n; }
  public void run() { Runnable r = new Runnable() { public void run() { all.clear(); } }; r.run(); }
  int body(int x) { return BODY; }
  void last() { class Local { int f = 1; } for (String s : all) { /* inside */ s.trim(); } }
}
";
const OTHER: &str = "package p; class Base { int of(Edited e) { return e.body(1); } }\n";

#[test]
fn ids_cost_nothing_in_the_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("tree");
    support::write_tree(&root, &[("p/Edited.java", &EDITED.replace("BODY", "x")), ("p/Other.java", OTHER)]);
    let (plain, first, second) =
        (folder.path().join("plain.db"), folder.path().join("1.db"), folder.path().join("2.db"));
    extract(&root, &plain, &options(), &|_| ()).expect("extracted");
    let assigned = again(&root, &first, None);
    assert!(std::fs::read(&plain).expect("read") == std::fs::read(&first).expect("read"));
    let assigned_again = again(&root, &second, Some((&assigned, &first)));
    assert!(support::dump(&first) == support::dump(&second), "an equal tree");
    let bytes = assigned_again.to_bytes();
    assert_eq!(Assigned::from_bytes(&bytes).as_ref(), Some(&assigned_again));
}

#[test]
fn an_edit_of_a_body_changes_the_ids_of_that_body() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("tree");
    let tree = |body: &str| {
        support::write_tree(
            &root,
            &[("p/Edited.java", &EDITED.replace("BODY", body)), ("p/Other.java", OTHER)],
        );
    };
    let (first, second) = (folder.path().join("1.db"), folder.path().join("2.db"));
    tree("x + 1 ");
    let assigned = again(&root, &first, None);
    tree("of(this)");
    let (report, assigned) = reported(&root, &second, Some((&assigned, &first)));
    assert!(report.changes.is_some_and(|changes| changes.iter().any(|change| change.table == "t_expr")));
    let fresh = folder.path().join("fresh.db");
    extract(&root, &fresh, &options(), &|_| ()).expect("extracted");
    assert_eq!(canonical::difference(&second, &fresh), [""; 0]);
    assert_eq!(support::dangling(&second), [""; 0]);
    // Rows that are not in the body stay as they are.
    for table in
        ["class", "method", "constr", "field", "fielddecl", "param", "comment", "localvar", "package"]
    {
        let all = format!("select * from t_{table}");
        assert_eq!(rows(&first, &all), rows(&second, &all), "{table}");
    }
    for table in ["expr", "stmt"] {
        let (outside, inside) = (
            format!("select * from t_{table} where beginLine <> 9"),
            format!("select id from t_{table} where beginLine = 9"),
        );
        assert!(rows(&first, &outside) == rows(&second, &outside), "{table}");
        assert!(rows(&first, &inside).is_disjoint(&rows(&second, &inside)), "{table}");
    }
    // What is gone keeps its id: the body of before has that of before.
    tree("x + 1 ");
    let third = folder.path().join("3.db");
    again(&root, &third, Some((&assigned, &second)));
    let all = "select * from t_expr";
    assert!(rows(&first, all) == rows(&third, all));
}

#[test]
fn ids_of_another_database_are_not_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("tree");
    support::write_tree(&root, &[("p/Other.java", OTHER)]);
    let (first, other) = (folder.path().join("1.db"), folder.path().join("2.db"));
    let assigned = again(&root, &first, None);
    support::write_tree(&root, &[("p/Edited.java", EDITED)]);
    again(&root, &other, None);
    for wrong in [&other, &folder.path().join("none.db")] {
        let database = folder.path().join("3.db");
        again(&root, &database, Some((&assigned, wrong)));
        assert!(std::fs::read(&database).expect("read") == std::fs::read(&other).expect("read"));
    }
}

#[test]
fn whether_bodies_alone_have_changed_is_known_before_the_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("tree");
    let edited = EDITED.replace("BODY", "x");
    let small = |number: usize, result: &str| {
        (
            format!("p/F{number}.java"),
            format!("package p; class F{number} {{ int f() {{ return {result}; }} }}"),
        )
    };
    let smalls = |result: &str| -> Vec<(String, String)> { (0..8).map(|at| small(at, result)).collect() };
    let write = |files: &[(String, String)]| {
        files.iter().for_each(|(path, text)| support::write_tree(&root, &[(path, text)]));
    };
    let write_two = |edited: &str, other: &str| {
        support::write_tree(&root, &[("p/Edited.java", edited), ("p/Other.java", other)]);
    };
    write_two(&edited, OTHER);
    write(&smalls("1"));
    let (first, second, fresh) =
        (folder.path().join("1.db"), folder.path().join("2.db"), folder.path().join("fresh.db"));
    let assigned = again(&root, &first, None);
    let check = |what: &str, expected: &[&str]| {
        let (report, _) = reported(&root, &second, Some((&assigned, &first)));
        let phases: Vec<&str> = report.phases.iter().map(|(phase, _)| *phase).collect();
        assert_eq!(phases, expected, "{what}");
        assert!(report.keeps_ids, "{what}");
        extract(&root, &fresh, &options(), &|_| ()).expect("extracted");
        assert_eq!(canonical::difference(&second, &fresh), [""; 0], "{what}");
    };
    let update = ["find", "compare", "headers", "declare", "resolve", "store"];
    let anew = ["find", "compare", "parse", "declare", "resolve and store", "finish"];
    check("nothing", &update[..2]);
    let body = edited.replace("return x;", "return of(this);");
    write_two(&body, OTHER);
    check("a body", &update);
    write_two(&body.replace("  int body", "  /* a comment */\n\n    int body"), OTHER);
    check("a body and comments", &update);
    write_two(&edited, &OTHER.replace("int of", "long of"));
    check("a header", &anew);
    write_two(&body, &OTHER.replace("int of", "long of"));
    check("a body of one file, the header of another", &anew);
    write_two(&edited, OTHER);
    write(&smalls("2"));
    check("too many bodies", &anew);
    write(&smalls("1"));
    support::write_tree(&root, &[("p/New.java", "package p; class New { }")]);
    check("a new file", &anew);
    let given = Previous { assigned: &assigned, database: &first };
    let other = Options { is_scratch: true, ..options() };
    let (report, _) = extract_with_ids(&root, &second, &other, Some(given), &|_| ()).expect("extracted");
    assert!(report.changes.is_none() && report.keeps_ids, "other options");
}

#[test]
fn files_are_read_again_when_their_stamps_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("tree");
    let edited = EDITED.replace("BODY", "x + 1");
    support::write_tree(&root, &[("p/Edited.java", &edited), ("p/Other.java", OTHER)]);
    // From now on a write leaves another stamp.
    std::thread::sleep(std::time::Duration::from_millis(2_100));
    let at = |name: &str| folder.path().join(name);
    let mut assigned = again(&root, &at("0.db"), None);
    let path = root.join("p/Edited.java");
    let time = path.metadata().and_then(|found| found.modified()).expect("a time");
    for (number, body) in ["x + 2", "x + 3", "x + 3", "x + 1"].into_iter().enumerate() {
        // Equal size and time.
        std::fs::write(&path, edited.replace("x + 1", body)).expect("written");
        let file = std::fs::File::options().append(true).open(&path).expect("opened");
        file.set_modified(time).expect("a time");
        let (before, next) = (at(&format!("{number}.db")), at(&format!("{}.db", number + 1)));
        let (report, ids) = reported(&root, &next, Some((&assigned, &before)));
        assert_eq!(report.changes.map(|changes| changes.is_empty()), Some(number == 2), "{body}");
        assigned = Assigned::from_bytes(&ids.to_bytes()).expect("reads");
        assert!(assigned == ids);
        extract(&root, &at("fresh.db"), &options(), &|_| ()).expect("extracted");
        assert_eq!(canonical::difference(&next, &at("fresh.db")), [""; 0], "{body}");
    }
}

/// A class of a random tree.
#[derive(Clone)]
struct Class {
    name: String,
    above: Option<usize>,
    members: Vec<String>,
}

struct Tree {
    classes: BTreeMap<usize, Class>,
    random: Random,
    names: usize,
}

const PACKAGES: usize = 3;

impl Tree {
    fn new(seed: u64) -> Tree {
        let mut tree = Tree { classes: BTreeMap::new(), random: Random::new(seed), names: 0 };
        (0..7).for_each(|_| tree.add_class());
        tree
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit)
    }

    /// The name of some class, declared or not.
    fn some_class(&mut self) -> String {
        let other = ["String", "java.util.List<Integer>", "Missing", "int[]", "Thread"];
        let number = self.below(self.classes.len() + other.len());
        match self.classes.values().nth(number) {
            Some(class) => class.name.clone(),
            None => other[number.saturating_sub(self.classes.len()) % other.len()].to_owned(),
        }
    }

    fn body(&mut self) -> String {
        let (class, number) = (self.some_class(), self.below(4));
        match self.below(7) {
            0 => format!("{class} v = null; use(v); m{number}(v);"),
            1 => format!("Runnable r = () -> m{number}(null); r.run(); // {class}"),
            2 => format!(
                "Object o = new Object() {{ {class} f; void g() {{ m{number}(f); }} }}; o.hashCode();"
            ),
            3 => format!("synchronized (this) {{ m{number}({number}); }} /* a comment */"),
            4 => format!("class Local {{ {class} x; }} new Local().x = null; this.<String>m{number}(null);"),
            5 => format!("for (var s : all) {{ if (s == null) continue; s.m{number}(new {class}[3]); }}"),
            _ => format!(
                "String s = \"text {number}\"; switch (s) {{ case \"a\" -> m{number}(s); default -> {{ }} }}"
            ),
        }
    }

    fn member(&mut self) -> String {
        let (class, number, body) = (self.some_class(), self.below(4), self.body());
        match self.below(7) {
            0 => format!("/** Field. */ static {class} f{number} = null;"),
            1 => format!("{{ {body} }}"),
            2 => format!(
                "static class Inner{number}<T> {{ T t; void m{number}(Object o) {{ {body} }} {class} all[]; }}"
            ),
            3 => format!("enum E{number} {{ A {{ void g() {{ }} }}, B; void g() {{ }} }}"),
            4 => format!("record R{number}({class} a, int b) {{ }}"),
            _ => format!("/** Method.\n * @param a one */ void m{number}({class} a) {{ {body} }}"),
        }
    }

    fn add_class(&mut self) {
        self.names += 1;
        // Some classes hide others: of the language, of other packages.
        let name = match self.below(8) {
            0 => "Thread".to_owned(),
            1 => "Missing".to_owned(),
            _ => format!("C{}", self.names % 9),
        };
        let above = (self.below(2) == 0).then(|| self.below(8));
        let count = 1 + self.below(4);
        let members = (0..count).map(|_| self.member()).collect();
        self.classes.insert(self.names, Class { name, above, members });
    }

    fn edit(&mut self) -> &'static str {
        let number = self.below(self.classes.len());
        let Some(at) = self.classes.keys().nth(number).copied() else {
            self.add_class();
            return "first class";
        };
        let (member, kind) = (self.member(), self.below(16));
        let place = self.below(self.classes[&at].members.len() + 1);
        let other = self.below(9);
        let class = self.classes.get_mut(&at).expect("it is there");
        match kind {
            0 => {
                self.add_class();
                "new class"
            }
            1 => {
                self.classes.remove(&at);
                "class removed"
            }
            2 => {
                class.name = format!("C{other}");
                "class renamed"
            }
            3 => {
                class.above = (other < 8).then_some(other);
                "another superclass"
            }
            4 if place < class.members.len() => {
                class.members.remove(place);
                "member removed"
            }
            5 if place < class.members.len() => {
                class.members[place] = member;
                "member changed"
            }
            8.. => {
                let body = format!(
                    ") {{ use(\"{other}\"); m{}(this); int[] x = new int[2]; use(x.length); ",
                    other % 4
                );
                class.members.iter_mut().for_each(|member| *member = member.replacen(") { ", &body, 1));
                "bodies changed"
            }
            6 => {
                let members = class.members.clone();
                class.members.extend(members);
                "members twice"
            }
            _ => {
                class.members.insert(place, member);
                "new member"
            }
        }
    }

    fn write(&self, root: &Path) {
        if root.exists() {
            std::fs::remove_dir_all(root).expect("removed");
        }
        for (number, class) in &self.classes {
            let package = number % PACKAGES;
            let mut text = format!("package p{package};\n");
            for other in (0..PACKAGES).filter(|other| other % 2 == number % 2) {
                writeln!(text, "import p{other}.*;").expect("a text takes more");
            }
            let above = class.above.map_or(String::new(), |above| format!(" extends C{above}"));
            write!(
                text,
                "// A class.\npublic class {}{above} {{\n  java.util.List<{}> all;\n",
                class.name, class.name
            )
            .expect("a text takes more");
            class.members.iter().for_each(|member| writeln!(text, "  {member}").expect("a text takes more"));
            text.push_str("  void use(Object o) { }\n}\n");
            support::write_tree(root, &[(&format!("p{package}/F{number}.java"), &text)]);
        }
    }
}

#[test]
fn random_edits_give_the_rows_of_a_fresh_extraction() {
    let mut updated = 0;
    for seed in seeds(4) {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| -> PathBuf { folder.path().join(name) };
        let root = at("tree");
        let mut tree = Tree::new(seed);
        tree.write(&root);
        let mut kept = at("0.db");
        let mut assigned = again(&root, &kept, None);
        for step in 1..=8 {
            let edits: Vec<&str> = (0..=tree.below(2)).map(|_| tree.edit()).collect();
            tree.write(&root);
            let next = at(&format!("{step}.db"));
            let (report, ids) = reported(&root, &next, Some((&assigned, &kept)));
            updated += usize::from(report.changes.is_some());
            assigned = Assigned::from_bytes(&ids.to_bytes()).expect("reads");
            assert!(assigned == ids);
            let fresh = at("fresh.db");
            let fresh_report =
                extract(&root, &fresh, &options(), &|_| ()).expect("the tree can be extracted");
            let comparable =
                |report: Report| (format!("{:?} {:?}", report.entries(), report.problems), report.relations);
            assert_eq!(comparable(report), comparable(fresh_report), "seed {seed}, step {step}: {edits:?}");
            assert_eq!(canonical::difference(&next, &fresh), [""; 0], "seed {seed}, step {step}: {edits:?}");
            assert_eq!(support::dangling(&next), support::dangling(&fresh), "seed {seed}, step {step}");
            let (texts, before) =
                (rows(&next, "select * from quarrel_strings"), rows(&kept, "select * from quarrel_strings"));
            assert!(before.is_subset(&texts), "seed {seed}, step {step}: texts keep their ids");
            kept = next;
        }
    }
    assert!(updated > 0, "some extractions read changed files only");
}
