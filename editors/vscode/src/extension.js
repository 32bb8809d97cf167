// The extension: starts `quarrel lsp`, which does all that has to do with languages, and runs the command line in a
// terminal of the editor, where its places can be clicked.
"use strict";

const fs = require("fs");
const os = require("os");
const path = require("path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const commands = require("./commands");

let client;

function settings(uri) {
  const all = vscode.workspace.getConfiguration("quarrel", uri);
  return { path: all.get("path"), searchPath: all.get("searchPath"), database: all.get("database") };
}

/** The folder of the workspace that a file is in, or else the first, or else that of the file. */
function folderOf(uri) {
  const folder = uri && vscode.workspace.getWorkspaceFolder(uri);
  const first = (vscode.workspace.workspaceFolders || [])[0];
  return (folder || first)?.uri.fsPath || (uri && path.dirname(uri.fsPath));
}

function currentUri() {
  return vscode.window.activeTextEditor?.document.uri;
}

/** Runs the program as a task, whose terminal shows what it prints. Its arguments are no text for a shell. */
function run(title, args, folder, uri) {
  const execution = new vscode.ProcessExecution(settings(uri).path || "quarrel", args, { cwd: folder });
  const scope = (uri && vscode.workspace.getWorkspaceFolder(uri)) || vscode.TaskScope.Workspace;
  const task = new vscode.Task({ type: "quarrel" }, scope, title, "quarrel", execution, []);
  task.presentationOptions = { clear: true, focus: args[0] === "repl" };
  return vscode.tasks.executeTask(task);
}

async function start() {
  const serverOptions = commands.server(settings());
  client = new LanguageClient("quarrel", "Quarrel", serverOptions, {
    documentSelector: [{ scheme: "file", language: "ql" }, { scheme: "file", language: "java" }],
  });
  try {
    await client.start();
  } catch (error) {
    const set = "Open Settings";
    const chosen = await vscode.window.showErrorMessage(
      `Quarrel cannot start \`${serverOptions.command} lsp\`: ${error.message}. Install it, or set quarrel.path.`,
      set
    );
    if (chosen === set) await vscode.commands.executeCommand("workbench.action.openSettings", "quarrel.path");
  }
}

async function chooseDatabase() {
  const chosen = await vscode.window.showOpenDialog({
    canSelectFiles: true,
    openLabel: "Run Queries on This",
    title: "A database that `quarrel extract PATH --db FILE` made",
  });
  if (!chosen) return;
  const all = vscode.workspace.getConfiguration("quarrel");
  const target = vscode.workspace.workspaceFolders ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await all.update("database", chosen[0].fsPath, target);
}

async function withFile(uri, action) {
  const file = uri || currentUri();
  if (!file) return vscode.window.showInformationMessage("Open a QL file first.");
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === file.toString());
  if (document?.isDirty) await document.save();
  return action(file);
}

const lensProvider = {
  provideCodeLenses(document) {
    const file = document.uri.fsPath;
    let neighbours = [];
    try {
      neighbours = fs.readdirSync(path.dirname(file));
    } catch {
      // A file that is in no folder yet has none.
    }
    return commands.lenses(path.basename(file), document.getText(), neighbours).map(
      ({ line, title, command, name }) =>
        new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { title, command, arguments: [document.uri, name] })
    );
  },
};

exports.activate = async (context) => {
  const add = (name, action) => context.subscriptions.push(vscode.commands.registerCommand(`quarrel.${name}`, action));
  const onDatabase = (uri, args) =>
    withFile(uri, async (file) => {
      if (!settings(file).database) await chooseDatabase();
      if (!settings(file).database) return undefined;
      return run("query", args(file.fsPath, settings(file)), folderOf(file), file);
    });
  add("runQuery", (uri) => onDatabase(uri, commands.runQuery));
  add("runPredicate", (uri, name) => onDatabase(uri, (file, set) => commands.runPredicate(file, name, set)));
  add("runTests", (uri) =>
    withFile(uri, (file) => run("tests", commands.runTests(path.dirname(file.fsPath), settings(file)), folderOf(file), file))
  );
  add("report", () => {
    const folder = folderOf(currentUri());
    if (!folder) return vscode.window.showInformationMessage("Open a folder with Java sources first.");
    const page = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "quarrel-")), "report.html");
    return run("report", commands.report(folder, page), folder, currentUri());
  });
  add("prompt", () => run("prompt", commands.prompt(folderOf(currentUri()) || ".", settings(currentUri())), folderOf(currentUri()), currentUri()));
  add("chooseDatabase", chooseDatabase);
  add("restart", async () => {
    await client?.stop();
    await start();
  });
  context.subscriptions.push(vscode.languages.registerCodeLensProvider({ scheme: "file", language: "ql" }, lensProvider));
  await start();
};

exports.deactivate = () => client?.stop();
