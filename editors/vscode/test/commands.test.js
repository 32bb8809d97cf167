"use strict";
const assert = require("node:assert");
const test = require("node:test");
const commands = require("../src/commands");

test("the server is started with the search path", () => {
  assert.deepStrictEqual(commands.server({ path: "", searchPath: ["a", "b"] }), {
    command: "quarrel",
    args: ["lsp", "--search-path", "a", "--search-path", "b"],
  });
});

test("queries run on the database that is set", () => {
  assert.deepStrictEqual(commands.runQuery("q.ql", { database: "c.db" }), ["run", "q.ql", "--db", "c.db"]);
});

test("a lens stands at the query, not at words in comments and texts", () => {
  const text = '/** select nothing\n * from here\n */\nimport java\n// from x\nstring s() { result = "\\"select" }\nfrom Method m\nselect m\n';
  assert.deepStrictEqual(commands.lenses("q.ql", text, ["q.ql"]), [{ line: 6, title: "Run query", command: "quarrel.runQuery" }]);
  assert.strictEqual(commands.lenses("q.ql", "select 1", ["A.java"]).length, 2);
  assert.deepStrictEqual(commands.lenses("lib.qll", text, []), []);
  assert.deepStrictEqual(commands.lenses("q.ql", "query predicate p() { any() }", []), []);
});
