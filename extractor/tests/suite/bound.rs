//! Members of parameterised types, in databases for CodeQL's library.

use std::path::Path;

use quarrel_extractor::{Options, extract};
use rusqlite::Connection;

use crate::support;

const SOURCE: &str = "
import java.util.List;
class Gen<T> {
  Gen(T t) {}
  T get() { return null; }
  void put(T t, List<? extends T> all) {}
  static void make() {}
}
class Sub extends Gen<String> {
  Sub() { super(\"\"); }
  @Override String get() { put(null, null); make(); return super.get(); }
  void use(Gen<?> any, Gen<? super Integer> low, Gen raw, List<Integer> library) {
    any.get();
    low.get();
    raw.get();
    library.add(1);
    new Gen<>(2L).get();
  }
}
";

fn database(folder: &Path, name: &str, threads: usize, for_codeql: bool) -> std::path::PathBuf {
    support::write_tree(&folder.join("src"), &[("Gen.java", SOURCE)]);
    let path = folder.join(name);
    let options = Options { threads, for_codeql, ..Options::default() };
    extract(&folder.join("src"), &path, &options, &|_| ()).expect("the tree can be extracted");
    path
}

fn rows(database: &Path, sql: &str) -> Vec<String> {
    let connection = Connection::open(database).expect("the database opens");
    let mut statement = connection.prepare(sql).expect("the query reads");
    statement.query_map([], |row| row.get(0)).expect("rows").map(|row| row.expect("a text")).collect()
}

/// The callees of calls: the type and signature of the member, and the type of its declaration, in the order of the
/// text.
const CALLS: &str = "
  with members(id, signature, parent, source) as
    (select id, signature, parentid, sourceid from methods union all
     select id, signature, parentid, sourceid from constrs)
  select t.nodeName || ' ' || m.signature || ', of ' || d.nodeName || ' ' || m2.signature
  from callableBinding b
  join called_declaration c on c.callerid = b.callerid
  join members m on m.id = b.callee
  join classes_or_interfaces t on t.id = m.parent
  join members m2 on m2.id = c.declaration
  join classes_or_interfaces d on d.id = m2.parent
  where m.source = c.declaration
  order by b.callerid";

#[test]
fn calls_call_members_of_parameterised_types() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let found = rows(&database(folder.path(), "codeql.db", 1, true), CALLS);
    let expected = [
        "Object Object(), of Object Object()",
        "Gen<String> Gen<String>(java.lang.String), of Gen Gen(java.lang.Object)",
        "Gen<String> put(java.lang.String,java.util.List), of Gen put(java.lang.Object,java.util.List)",
        "Gen make(), of Gen make()",
        "Gen<String> get(), of Gen get()",
        "Gen<?> get(), of Gen get()",
        "Gen<? super Integer> get(), of Gen get()",
        "Gen<> get(), of Gen get()",
        "List<Integer> add(java.lang.Integer), of List add(java.lang.Object)",
        "Gen<Long> get(), of Gen get()",
        "Gen<Long> Gen<Long>(java.lang.Long), of Gen Gen(java.lang.Object)",
    ];
    assert_eq!(found, expected);
}

#[test]
fn their_types_have_the_arguments() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = database(folder.path(), "codeql.db", 1, true);
    let named = "
      with named(id, name) as
        (select id, nodeName from classes_or_interfaces union all select id, nodeName from primitives
         union all select id, nodeName from typeVars)";
    let results = format!(
        "{named} select p.nodeName || ' ' || r.name from methods m join classes_or_interfaces p on p.id = m.parentid \
         join named r on r.id = m.typeid where m.nodeName = 'get' and p.nodeName like 'Gen%' order by 1"
    );
    let expected =
        ["Gen T", "Gen<> Object", "Gen<? super Integer> Object", "Gen<?> Object", "Gen<Long> Long"];
    let found = rows(&database, &results);
    assert_eq!(found[..5], expected);
    assert_eq!(found[5..], ["Gen<String> String"]);
    let given = format!(
        "{named} select m.signature || ' ' || p.pos || ' ' || t.name from methods m \
         join classes_or_interfaces c on c.id = m.parentid join params p on p.parentid = m.id \
         join named t on t.id = p.typeid \
         where m.nodeName = 'put' and c.nodeName in ('Gen<?>', 'Gen<String>') order by 1"
    );
    let expected = [
        "put(<nulltype>,java.util.List) 0 <nulltype>",
        "put(<nulltype>,java.util.List) 1 List<? extends Object>",
        "put(java.lang.String,java.util.List) 0 String",
        "put(java.lang.String,java.util.List) 1 List<? extends String>",
    ];
    assert_eq!(rows(&database, &given), expected);
}

#[test]
fn other_databases_have_declarations_only() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = database(folder.path(), "code.db", 1, false);
    let bound = "select signature from methods where id <> sourceid union select signature from constrs where id <> \
                 sourceid";
    assert_eq!(rows(&database, bound), Vec::<String>::new());
    let differs = "select 'differs' from callableBinding b left join called_declaration c on c.callerid = b.callerid \
                   where c.declaration is not b.callee";
    assert_eq!(rows(&database, differs), Vec::<String>::new());
}

const REFERENCES: &str = "
import java.util.function.*;
class Refs {
  Refs(int i) {}
  int size(String s) { return 0; }
  void use(Refs refs) {
    ToIntFunction<String> value = refs::size;
    ToIntBiFunction<Refs, String> type = Refs::size;
    IntFunction<Refs> made = Refs::new;
    IntFunction<int[]> array = int[]::new;
    Function<String, Integer> fixed = Integer::valueOf;
  }
}
";

/// The expressions of implicit bodies: parent, index, and target.
const BODIES: &str = "
  select coalesce(p.nodeName || ' ', '') || e.kind || ' at ' || e.idx || ' of ' || coalesce(x.kind, 'statement')
      || coalesce(' calls ' || m.signature, ' makes ' || c.signature, '')
  from methods f
  join callableEnclosingExpr i on i.callable_id = f.id
  join exprs e on e.id = i.id
  left join exprs x on x.id = e.parent
  left join variableBinding b on b.expr = e.id
  left join paramName p on p.id = b.variable
  left join callableBinding t on t.callerid = e.id
  left join methods m on m.id = t.callee
  left join constrs c on c.id = t.callee
  where f.nodeName like 'apply%'
  order by f.id, e.id";

#[test]
fn method_references_have_bodies() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    support::write_tree(&folder.path().join("src"), &[("Refs.java", REFERENCES)]);
    let found = |for_codeql: bool| {
        let path = folder.path().join(format!("{for_codeql}.db"));
        let options = Options { threads: 1, for_codeql, ..Options::default() };
        extract(&folder.path().join("src"), &path, &options, &|_| ()).expect("the tree can be extracted");
        (rows(&path, BODIES), path)
    };
    let (bodies, database) = found(true);
    let expected = [
        // `refs.size(p0)`: the name before `::` is evaluated here.
        "61 at 0 of statement calls size(java.lang.String)",
        "refs 60 at -1 of 61",
        "s 60 at 0 of 61",
        // `this.size(s)`
        "61 at 0 of statement calls size(java.lang.String)",
        "this 60 at -1 of 61",
        "s 60 at 0 of 61",
        // `new Refs(i)`
        "52 at 0 of statement makes Refs(int)",
        "62 at -3 of 52",
        "i 60 at 0 of 52",
        // `new int[length]`
        "2 at 0 of statement",
        "62 at -1 of 2",
        "length 60 at 0 of 2",
        // `Integer.valueOf(p0)`
        "61 at 0 of statement calls valueOf(java.lang.String)",
        "62 at -1 of 61",
        "p0 60 at 0 of 61",
    ];
    assert_eq!(bodies, expected);
    assert_eq!(found(false).0, Vec::<String>::new());
    // Each is a value of the control flow of its own method, after its operands.
    let placed = "select 'placed' from callableEnclosingExpr i join methods f on f.id = i.callable_id join exprs e \
                  on e.id = i.id left join cfg_position p on p.element = e.id where f.nodeName like 'apply%' and \
                  e.kind in (52, 60, 61) and p.element is null";
    assert_eq!(rows(&database, placed), Vec::<String>::new());
}

const FUNCTIONS: &str = "\
import java.util.function.*;
class Functions {
  static <T, R> R apply(Function<? super T, ? extends R> function, T value) { return function.apply(value); }
  void m() {
    apply(text -> text.length(), \"a\"); // a comment
    Supplier<? extends Number> one = () -> 1;
    Consumer<?> any = System.out::println;
    Comparable<String> raw = other -> 0;
  }
  static Class<?>[] classes;
  static <T extends Comparable<T>> void all(T... values) { }
}
";

/// For lambdas and method references: the interface, the method, and the constructor that their evaluation calls.
const INTERFACES: &str = "
  with arguments(parentid, names) as (select parentid, group_concat(name, '; ') from
    (select a.parentid, coalesce(c.nodeName, w.nodeName) name from typeArgs a
     left join classes_or_interfaces c on c.id = a.argumentid left join wildcards w on w.id = a.argumentid
     order by a.parentid, a.pos) group by parentid)
  select i.nodeName || ' (' || arguments.names || ') ' || m.signature || ', ' || t.nodeName || ', ' ||
    coalesce((select c.nodeName || c.signature from callableBinding b join constrs c on c.id = b.callee
              where b.callerid = a.parent and c.parentid = a.classid), 'no call') || ', ' ||
    (select count(*) from exprs e where e.parent = a.parent and e.idx = -3 and e.typeid = i.id)
  from isAnonymClass a join implInterface n on n.id1 = a.classid
  join classes_or_interfaces i on i.id = n.id2 join arguments on arguments.parentid = i.id
  join methods m on m.parentid = a.classid
  join exprs f on f.id = a.parent join classes_or_interfaces t on t.id = f.typeid
  order by a.parent";

#[test]
fn functions_implement_interfaces_without_wildcards() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    support::write_tree(&folder.path().join("src"), &[("Functions.java", FUNCTIONS)]);
    let found = |for_codeql: bool| {
        let path = folder.path().join(format!("{for_codeql}.db"));
        let options = Options { threads: 1, for_codeql, ..Options::default() };
        extract(&folder.path().join("src"), &path, &options, &|_| ()).expect("the tree can be extracted");
        rows(&path, INTERFACES)
    };
    let with = [
        "Function<String,Integer> (String; Integer) apply(java.lang.String), Function<String,Integer>, (), 1",
        "Supplier<Number> (Number) get(), Supplier<Number>, (), 1",
        "Consumer<Object> (Object) accept(java.lang.Object), Consumer<Object>, (), 1",
        "Comparable<String> (String) compareTo(java.lang.String), Comparable<String>, (), 1",
    ];
    assert_eq!(found(true), with);
    let without = [
        "Function<String,Integer> (String; Integer) apply(java.lang.Object), Function<String,Integer>, no call, 0",
        "Supplier<Number> (Number) get(), Supplier<Number>, no call, 0",
        "Consumer<Object> (Object) accept(java.lang.Object), Consumer<Object>, no call, 0",
        "Comparable<String> (String) compareTo(java.lang.Object), Comparable<String>, no call, 0",
    ];
    assert_eq!(found(false), without);
    let arrays = "select a.nodeName from arrays a join classes_or_interfaces c on c.id = a.componenttypeid \
                  where c.nodeName in ('Comparable', 'Class') order by 1";
    assert_eq!(rows(&folder.path().join("true.db"), arrays), ["Class[]", "Comparable[]"]);
    assert_eq!(rows(&folder.path().join("false.db"), arrays), Vec::<String>::new());
    let lines = "select m.nodeName || ' ' || n.num_lines || ' ' || n.num_code || ' ' || n.num_comment
                 from numlines n join methods m on m.id = n.element_id order by m.id";
    assert_eq!(rows(&folder.path().join("true.db"), lines), ["apply 1 1 0", "m 6 6 1", "all 1 1 0"]);
    assert_eq!(rows(&folder.path().join("false.db"), lines), Vec::<String>::new());
}

#[test]
fn types_that_are_written_nowhere_have_a_place() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let placed = "select coalesce(a.nodeName, p.nodeName) from hasLocation h join locations_default l \
                  on l.id = h.id join files f on f.id = l.file left join arrays a on a.id = h.locatableid \
                  left join primitives p on p.id = h.locatableid where f.name = '' and \
                  coalesce(a.nodeName, p.nodeName) in ('int', 'Object[]') order by 1";
    let with = database(folder.path(), "codeql.db", 1, true);
    assert_eq!(rows(&with, placed), ["Object[]", "int"]);
    assert_eq!(rows(&database(folder.path(), "code.db", 1, false), placed), Vec::<String>::new());
}

#[test]
fn threads_make_no_difference() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let one = database(folder.path(), "one.db", 1, true);
    let four = database(folder.path(), "four.db", 4, true);
    assert_eq!(support::dump(&one), support::dump(&four));
}

#[test]
fn a_synchronized_statement_is_located_at_all_of_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = "class S {\n  int n;\n  void m() {\n    synchronized (this) {\n      n++;\n    }\n  }\n}\n";
    support::write_tree(&folder.path().join("src"), &[("S.java", source)]);
    for (name, for_codeql, end) in [("codeql.db", true, "4 6"), ("own.db", false, "4 4")] {
        let path = folder.path().join(name);
        let options = Options { for_codeql, ..Options::default() };
        extract(&folder.path().join("src"), &path, &options, &|_| ()).expect("the tree can be extracted");
        let lines = "select l.beginLine || ' ' || l.endLine from stmts s join hasLocation h on h.locatableid = s.id \
                     join locations_default l on l.id = h.id where s.kind = 8";
        assert_eq!(rows(&path, lines), [end], "{name}");
    }
}

#[test]
fn constructors_that_nobody_wrote() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = "record R(int n) {\n  R() { this(1); }\n}\nclass C {}\nclass D { D(int n) {} }\n";
    support::write_tree(&folder.path().join("src"), &[("R.java", source)]);
    for (name, for_codeql, default) in
        [("codeql.db", true, &["C()", "R(int)"][..]), ("own.db", false, &["C()"])]
    {
        let path = folder.path().join(name);
        let options = Options { for_codeql, ..Options::default() };
        extract(&folder.path().join("src"), &path, &options, &|_| ()).expect("the tree can be extracted");
        let found = "select c.signature from constrs c join isDefConstr d on d.constructorid = c.id
                     where c.nodeName in ('C', 'D', 'R') order by 1";
        assert_eq!(rows(&path, found), default, "{name}");
    }
}

/// Receiver parameters, and annotations in types.
#[test]
fn annotations_stand_in_all_types() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = "import java.util.*;\nclass T<X extends @M(1) Object> extends ArrayList<@M(2) String> {\n  \
                  Map<String, ? extends List<@M(3) T<?>>> f;\n  <Y extends @M(4) Object> @M(5) List<@M(6) Y> m(@M(7) T<X> this, \
                  Set<@M(8) Y>[] p) throws @M(9) Exception {\n    List<@M(10) Y> l = new ArrayList<@M(11) Y>();\n    return \
                  l;\n  }\n}\n@interface M { int value(); }\n";
    support::write_tree(&folder.path().join("src"), &[("T.java", source)]);
    let numbers = "select n.name from exprs a join classes_or_interfaces t on t.id = a.typeid
                   join annotValue v on v.parentid = a.id join namestrings n on n.parent = v.value
                   where t.nodeName = 'M' and a.kind in (66, 71) order by cast(n.name as integer)";
    let receivers = "select t.nodeName from exprs e join methods m on e.parent = m.id and e.idx = -2
                     join classes_or_interfaces t on t.id = e.typeid";
    for (name, for_codeql) in [("codeql.db", true), ("own.db", false)] {
        let path = folder.path().join(name);
        let options = Options { for_codeql, ..Options::default() };
        extract(&folder.path().join("src"), &path, &options, &|_| ()).expect("the tree can be extracted");
        let missing: &[u32] = if for_codeql { &[7, 9] } else { &[] };
        let expected: Vec<String> =
            (1..=11).filter(|n| !missing.contains(n)).map(|n: u32| n.to_string()).collect();
        assert_eq!(rows(&path, numbers), expected, "{name}");
        assert_eq!(rows(&path, receivers).len(), usize::from(!for_codeql), "{name}");
    }
}
