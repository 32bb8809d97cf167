//! What databases for CodeQL's library have besides Java files below the root: annotations of library classes,
//! declarations in folders of stubs, XML and property files.

use std::path::{Path, PathBuf};

use quarrel_extractor::{Options, extract};
use rusqlite::Connection;

use crate::support;

/// A database of these files; class path entries are below the folder of test data, or of the files.
fn database(folder: &Path, files: &[(&str, &str)], classpath: &[PathBuf], for_codeql: bool) -> PathBuf {
    support::write_tree(folder, files);
    let path = folder.join("code.db");
    let options = Options { threads: 2, classpath: classpath.to_vec(), for_codeql, ..Options::default() };
    extract(&folder.join("src"), &path, &options, &|_| ()).expect("the tree can be extracted");
    assert_eq!(support::dangling(&path), Vec::<String>::new());
    path
}

fn rows(database: &Path, sql: &str) -> Vec<String> {
    let connection = Connection::open(database).expect("the database opens");
    let mut statement = connection.prepare(sql).expect("the query reads");
    statement.query_map([], |row| row.get(0)).expect("rows").map(|row| row.expect("a text")).collect()
}

fn marks() -> Vec<PathBuf> {
    vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/classpath/marks/marks.jar")]
}

const USES_MARKS: &str =
    "import marks.Marks;\nclass A { @Marks.Put void f(Marks.Page p) { p.show(1, null); } }\n";

/// Values of annotation elements: the interface, the element, and the text.
const VALUES: &str = "
  select c.nodeName || '.' || m.nodeName || ' ' || e.kind || coalesce(' ' || n.value, ' ' || f.nodeName, '')
  from annotValue v join exprs a on a.id = v.parentid join classes_or_interfaces c on c.id = a.typeid
  join methods m on m.id = v.id2 join exprs e on e.id = v.value
  left join namestrings n on n.parent = e.id
  left join variableBinding b on b.expr = e.id left join fields f on f.id = b.variable
  where c.nodeName in ('Route', 'Note') order by 1";

#[test]
fn library_classes_have_annotations() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = database(folder.path(), &[("src/A.java", USES_MARKS)], &marks(), true);
    let expected = [
        "Note.value 22 field",
        "Note.value 22 method",
        "Note.value 22 parameter",
        "Route.value 3",
        "Route.verb 60 PUT",
    ];
    assert_eq!(rows(&database, VALUES), expected);
    let texts = "select n.value from namestrings n join exprs e on e.id = n.parent join exprs p on p.id = e.parent \
                 where p.kind = 3 order by 1";
    assert_eq!(rows(&database, texts), ["a", "b;\t\\"]);
    let on = "select coalesce(c.nodeName, m.nodeName, f.nodeName, q.pos || '') from exprs a \
              join classes_or_interfaces t on t.id = a.typeid \
              left join classes_or_interfaces c on c.id = a.parent left join methods m on m.id = a.parent \
              left join fields f on f.id = a.parent left join params q on q.id = a.parent \
              where a.kind = 66 and t.nodeName in ('Route', 'Note') and a.idx in (0, -1) order by a.id";
    let found = rows(&database, on);
    assert_eq!(found.len(), 4, "{found:?}");
}

#[test]
fn other_databases_do_without() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = [("src/A.java", USES_MARKS), ("src/a.xml", "<a/>"), ("src/a.properties", "a=1")];
    let database = database(folder.path(), &files, &marks(), false);
    assert_eq!(rows(&database, VALUES), Vec::<String>::new());
    assert_eq!(rows(&database, "select name from files where name not like '%.java'"), Vec::<String>::new());
}

#[test]
fn folders_of_stubs_are_compiled_as_far_as_they_are_reached() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = [
        ("src/A.java", "class A { int f(lib.Used used) { return used.size(); } }"),
        (
            "stubs/lib/Used.java",
            "package lib; @Mark public class Used { public int size() { return Deep.n(); } }",
        ),
        ("stubs/lib/Deep.java", "package lib; class Deep { static int n() { return 1; } }"),
        ("stubs/lib/Mark.java", "package lib; @interface Mark {}"),
        ("stubs/lib/Idle.java", "package lib; class Idle {}"),
    ];
    let stubs = [folder.path().join("stubs")];
    let database = database(folder.path(), &files, &stubs, true);
    let names = "select replace(f.name, rtrim(f.name, replace(f.name, '/', '')), '') from files f \
                 join quarrel_sources s on s.file_id = f.id order by f.id";
    assert_eq!(rows(&database, names), ["A.java", "Deep.java", "Mark.java", "Used.java"]);
    let calls = "select m.nodeName from callableBinding b join methods m on m.id = b.callee order by 1";
    assert_eq!(rows(&database, calls), ["n", "size"]);
    let parents =
        "select 'orphan' from files f left join containerparent c on c.child = f.id where c.parent is null";
    assert_eq!(rows(&database, parents), Vec::<String>::new());
}

/// Elements, attributes, texts and comments with their places, in the order of the text.
const XML: &str = "
  with things(id, what) as (
    select id, 'element ' || idx || ' ' || name from xmlElements
    union all select id, 'attribute ' || idx || ' ' || name || '=' || value from xmlAttrs
    union all select id, 'text ' || idx || ' ' || isCDATA || ' ' || text from xmlChars
    union all select id, 'comment' || text from xmlComments
    union all select id, 'type ' || root || ' ' || publicId || ' ' || systemId from xmlDTDs
    union all select id, 'namespace ' || prefixName || '=' || URI from xmlNs)
  select what || ' ' || beginLine || ':' || beginColumn || '-' || endLine || ':' || endColumn
  from things t join xmllocations x on x.xmlElement = t.id join locations_default l on l.id = x.location
  order by beginLine, beginColumn, t.id";

#[test]
fn xml_files_are_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "<?xml version='1.0' encoding='ISO-8859-1'?>\n\
                <!DOCTYPE tree PUBLIC \"-//x\" \"x.dtd\">\n\
                <tree xmlns:n=\"urn:n\">\n\
                  <n:leaf n:size=\"1 &lt; 2\" color='red'>a &amp; b</n:leaf>\n\
                  <!-- bare -->\n\
                  <empty/><![CDATA[<c>]]>\n\
                </tree>\n";
    let files =
        [("src/A.java", "class A {}"), ("src/tree.xml", text), ("src/bad.xml", "<a>\n<b x='1'>\n</c>\n")];
    let database = database(folder.path(), &files, &[], true);
    let expected = [
        "element 0 a 1:1-3:6",
        "type tree -//x x.dtd 2:1-2:38",
        "attribute 0 x=1 2:1-2:10",
        "element 0 b 2:1-3:6",
        "element 0 tree 3:1-7:8",
        "attribute 0 size=1 < 2 4:1-4:39",
        "attribute 1 color=red 4:1-4:39",
    ];
    let found = rows(&database, XML);
    for row in expected {
        assert!(found.iter().any(|found| found == row), "{row} in {found:#?}");
    }
    for start in
        ["element 0 leaf 4:1-", "text 0 0 a & b 4:", "comment bare  5:1-5:14", "element 1 empty 6:1-6:9"]
    {
        assert!(found.iter().any(|found| found.starts_with(start)), "{start} in {found:#?}");
    }
    assert!(found.iter().any(|found| found.starts_with("text 2 1 <c> 6:9-6:24")), "{found:#?}");
    assert!(found.iter().any(|found| found.starts_with("namespace n=urn:n")), "{found:#?}");
    let encodings = "select encoding from xmlEncoding order by 1";
    assert_eq!(rows(&database, encodings), ["ISO-8859-1", "UTF-8"]);
    let named = "select count(*) || '' from xmlHasNs";
    assert_eq!(rows(&database, named), ["2"]);
    let diagnostics =
        "select f.name || ' ' || d.line from extraction_diagnostics d join files f on f.id = d.file";
    let found = rows(&database, diagnostics);
    assert!(found.len() == 1 && found[0].ends_with("/bad.xml 3"), "{found:?}");
}

#[test]
fn property_files_are_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files =
        [("src/A.java", "class A {}"), ("src/p.properties", "# no\na.b = c\nlong = d\\\n  e\nbare\n")];
    let database = database(folder.path(), &files, &[], true);
    let entries = "select n.name || '=' || coalesce(v.value, '') || ' ' || beginLine || ':' || beginColumn || '-' \
                   || endLine || ':' || endColumn from configs c join configNames n on n.config = c.id \
                   left join configValues v on v.config = c.id join configLocations p on p.locatable = c.id \
                   join locations_default l on l.id = p.location order by c.id";
    assert_eq!(rows(&database, entries), ["a.b=c 2:1-2:7", "long=de 3:1-4:3", "bare= 5:1-5:4"]);
}

#[test]
fn a_folder_of_xml_files_is_enough() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = database(folder.path(), &[("src/pom.xml", "<project/>")], &[], true);
    assert_eq!(rows(&database, "select name from xmlElements"), ["project"]);
}
