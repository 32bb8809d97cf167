"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const PAGE = 200;
  const CONTEXT = 2;

  /** Makes an element; texts are set as text, never as markup. */
  function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  /** A text in which what stands between backticks is code. */
  function worded(text) {
    return text.split("`").map((part, at, all) => at % 2 === 1 && at < all.length - 1 ? make("code", {}, part) : part);
  }

  /** The text of a name or path, which may go on in the next line behind a dot or slash. */
  function breakable(name) {
    return name.split(/(?<=[./$])/).flatMap((part) => [part, make("wbr")]);
  }

  // ---- Light and dark: as the system says, until the reader says otherwise.
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  let theme = null;
  function paint() { document.documentElement.dataset.theme = theme ?? (dark.matches ? "dark" : "light"); }
  function turn() { theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark"; paint(); }
  dark.addEventListener("change", paint);
  byId("theme").addEventListener("click", turn);
  paint();

  // ---- What is shown.
  const wanted = { text: "", severities: new Set(), queries: new Set(), states: new Set() };
  const stateOf = (finding) => finding.silenced !== undefined ? "silenced" : finding.state ?? "found";
  const textOf = (finding) => finding.message.map((piece) => typeof piece === "string" ? piece : finding.related[piece].text).join("");
  for (const finding of data.findings) {
    finding.severity = data.rules[finding.rule].severity;
    finding.text = textOf(finding);
    finding.searched = `${finding.path}\n${finding.class ?? ""}\n${finding.text}`.toLowerCase();
  }
  function matches(finding) {
    return wanted.severities.has(finding.severity) && wanted.queries.has(finding.rule) &&
      wanted.states.has(stateOf(finding)) && finding.searched.includes(wanted.text);
  }

  function checks(id, entries, into) {
    const box = byId(id);
    for (const [value, name, count, checked] of entries) {
      const input = make("input", { type: "checkbox", value: String(value) });
      input.checked = checked;
      if (checked) into.add(value);
      input.addEventListener("change", () => {
        if (input.checked) into.add(value); else into.delete(value);
        show();
      });
      box.append(make("label", {}, input, make("span", {}, name), make("span", { class: "n" }, String(count))));
    }
    box.hidden = entries.length < 2;
  }
  const count = (test) => data.findings.filter(test).length;
  checks("severities", ["error", "warning", "note"].map((one) => [one, one, count((f) => f.severity === one), true])
    .filter((entry) => entry[2] > 0), wanted.severities);
  checks("queries", data.rules.map((rule, at) => [at, rule.id, count((f) => f.rule === at), true]), wanted.queries);
  for (const input of byId("queries").querySelectorAll("label")) {
    if (input.querySelector(".n").textContent === "0") input.hidden = true;
  }
  checks("states", ["found", "new", "unchanged", "silenced"].map((one) => [one, one, count((f) => stateOf(f) === one), one !== "silenced"])
    .filter((entry) => entry[2] > 0), wanted.states);
  let waiting = 0;
  byId("search").addEventListener("input", (event) => {
    wanted.text = event.target.value.trim().toLowerCase();
    clearTimeout(waiting);
    waiting = setTimeout(show, 120);
  });
  byId("all").addEventListener("click", () => {
    byId("search").value = wanted.text = "";
    for (const input of document.querySelectorAll("nav input[type=checkbox]")) {
      if (!input.checked) input.click();
    }
    show();
  });

  // What queries say of their findings by key, such as the fields and the objects of races.
  const keys = [...new Set(data.findings.flatMap((finding) => Object.keys(finding.properties ?? {})))].sort();

  // ---- Overview.
  byId("analysed").textContent = data.facts.analysed;
  document.title = `Quarrel: ${data.facts.analysed}`;
  byId("facts").textContent = data.facts.words;
  function overview() {
    const top = (title, counts) => {
      const rows = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 8);
      const most = rows.length ? rows[0][1] : 1;
      const table = make("table", {}, make("tr", {}, make("th", {}, title), make("th", {}, ""), make("th", { class: "n" }, "findings")));
      for (const [name, number] of rows) {
        const bar = make("span", { class: "bar" });
        bar.style.width = `${Math.max(2, 5 * 16 * number / most)}px`;
        table.append(make("tr", {}, make("td", {}, ...breakable(name)), make("td", {}, bar), make("td", { class: "n" }, String(number))));
      }
      return table;
    };
    const tally = (key) => {
      const counts = new Map();
      for (const finding of data.findings) {
        if (stateOf(finding) === "silenced") continue;
        for (const name of key(finding)) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return counts;
    };
    if (data.findings.length === 0) {
      byId("overview").append(make("p", { class: "empty" }, "Nothing was found."));
    } else {
      byId("overview").append(top("Query", tally((f) => [data.rules[f.rule].id])), top("Class", tally((f) => [f.class ?? f.path])));
      for (const key of keys) byId("overview").append(top(key[0].toUpperCase() + key.slice(1), tally((f) => f.properties?.[key] ?? [])));
    }
    for (const note of data.notes) byId("overview").append(make("p", { class: "faint" }, note));
  }
  overview();

  // ---- Source.
  const WORD = /(\/\/.*$|\/\*.*?(?:\*\/|$)|^\s*\*.*$)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(@\w+|\b(?:abstract|assert|boolean|break|byte|case|catch|char|class|const|continue|default|do|double|else|enum|extends|final|finally|float|for|if|implements|import|instanceof|int|interface|long|native|new|null|package|permits|private|protected|public|record|return|sealed|short|static|strictfp|super|switch|synchronized|this|throw|throws|transient|true|false|try|var|void|volatile|while|yield)\b)|(\b\d[\w.]*)/g;
  /** The classes of the characters of a line: comment, string, keyword, number. */
  function colours(line) {
    const kinds = new Array(line.length).fill("");
    for (const match of line.matchAll(WORD)) {
      const kind = match[1] ? "c" : match[2] ? "s" : match[3] ? "k" : "d";
      kinds.fill(kind, match.index, match.index + match[0].length);
    }
    return kinds;
  }
  function codeLine(line, marks) {
    const kinds = colours(line);
    const mark = new Array(line.length).fill("");
    for (const one of marks) {
      const from = Math.max(0, one.column - 1);
      const to = one.endLine === one.line ? one.endColumn : line.length;
      for (let at = from; at < Math.min(to, line.length); at++) {
        if (mark[at] !== "primary") mark[at] = one.primary ? "primary" : "other";
      }
    }
    const cell = make("td");
    for (let at = 0; at < line.length;) {
      let end = at + 1;
      while (end < line.length && kinds[end] === kinds[at] && mark[end] === mark[at]) end++;
      let part = document.createTextNode(line.slice(at, end));
      if (kinds[at]) part = make("span", { class: kinds[at] }, part);
      if (mark[at]) part = make("mark", { class: mark[at] === "primary" ? "primary" : null }, part);
      cell.append(part);
      at = end;
    }
    return cell;
  }
  function source(finding) {
    const files = new Map();
    for (const label of finding.labels) {
      if (!files.has(label.path)) files.set(label.path, []);
      files.get(label.path).push(label);
    }
    return [...files].map(([path, labels]) => {
      const lines = data.files[path] ?? {};
      const shown = new Set();
      for (const label of labels) {
        for (let at = label.line - CONTEXT; at <= label.line + CONTEXT; at++) if (at in lines) shown.add(at);
      }
      const table = make("table");
      let last = null;
      for (const at of [...shown].sort((a, b) => a - b)) {
        if (last !== null && at > last + 1) table.append(make("tr", { class: "gap" }, make("td", { class: "no" }, "\u22ee"), make("td")));
        const here = labels.filter((label) => label.line === at);
        table.append(make("tr", {}, make("td", { class: "no" }, String(at)), codeLine(lines[at], here)));
        for (const label of here.filter((label) => label.text)) {
          table.append(make("tr", { class: "label" }, make("td", { class: "no" }), make("td", {}, make("code", {}, "\u2514 ".padStart(Math.min(label.column, 60) + 1)), label.text)));
        }
        last = at;
      }
      return make("div", { class: "code" }, make("div", { class: "file" }, path), table);
    });
  }

  // ---- The locks of both sides.
  function locks(finding) {
    const sides = finding.labels.filter((label) => label.locks);
    if (sides.length === 0) return [];
    const common = sides.length > 1 ? sides[0].locks.filter((lock) => sides.every((side) => side.locks.includes(lock))) : [];
    const pair = make("div", { class: "pair" }, ...sides.map((side) => make("div", { class: "locks" },
      make("h4", {}, `${side.kind} in ${side.callable}, line ${side.line}`),
      side.locks.length === 0 ? make("p", { class: "none" }, "holds no lock") :
        make("ul", {}, ...side.locks.map((lock) => make("li", { class: common.includes(lock) ? "common" : null }, lock))))));
    const told = sides.length < 2 ? [] :
      [make("p", { class: "faint" }, common.length ? `In common: ${common.join(", ")}` : "No lock in common.")];
    return [make("h3", {}, "Locks held"), pair, ...told];
  }

  function steps(thread) {
    return make("ol", { class: "path" }, ...thread.map((step) => {
      const line = step.line === undefined ? undefined : (data.files[step.path] ?? {})[step.line];
      const shown = line === undefined ? [] : [make("div", { class: "at" }, ...codeLine(line.trim(), []).childNodes)];
      return make("li", {}, step.text, " ", make("code", {}, ...breakable(step.place)), ...shown);
    }));
  }
  function paths(finding) {
    const parts = [];
    finding.paths.forEach((path, number) => {
      const name = finding.paths.length === 1 ? "Path" : `Path ${number + 1}`;
      if (path.length === 1) {
        parts.push(make("h3", {}, name), steps(path[0]));
        return;
      }
      if (finding.paths.length > 1) parts.push(make("h3", {}, name));
      parts.push(make("div", { class: "pair threads" }, ...path.map((thread, at) =>
        make("section", {}, make("h3", {}, `Thread ${at + 1}`), steps(thread)))));
    });
    return parts;
  }
  function evidence(finding) {
    if (!finding.evidence.length) return [];
    const rows = finding.evidence.flatMap(({ points, text }) => [make("dt", {}, points > 0 ? `+${points}` : `${points}`), make("dd", {}, text)]);
    return [make("details", { class: "stages" }, make("summary", {}, `Why its confidence is ${finding.confidence}`), make("dl", {}, ...rows))];
  }
  function stages(finding) {
    if (!finding.stages) return [];
    const list = make("dl", {}, ...finding.stages.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]));
    return [make("details", { class: "stages" }, make("summary", {}, "Why this is found, stage by stage"), list)];
  }
  function fixes(finding) {
    return (finding.fixes ?? []).flatMap((fix) => [make("h3", {}, `Edit: ${fix.title}`), ...fix.files.map((file) => {
      const lines = file.diff.map((line) => make("span", { class: line.startsWith("+") ? "plus" : line.startsWith("-") ? "minus" : line.startsWith("@") ? "at" : null }, line + "\n"));
      return make("div", { class: "code" }, make("div", { class: "file" }, file.path), make("pre", { class: "diff" }, ...lines));
    })]);
  }

  // ---- The picture of a class: its accesses by field, its locks, and who holds what.
  const SVG = "http://www.w3.org/2000/svg";
  function draw(name, attributes, text) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  }
  function picture(name) {
    const all = data.classes[name];
    const ROWS = 60;
    const accesses = all.slice(0, ROWS);
    const held = [...new Set(accesses.flatMap((access) => access.locks))].sort();
    const row = 20, left = 14, wide = 8 * Math.max(20, ...accesses.map((access) => access.words.length)) + 20;
    const lockWide = 8 * Math.max(6, ...held.map((lock) => lock.length)) + 20;
    const right = left + wide + 120;
    let y = 24;
    const places = [];
    let field = null;
    const svg = draw("svg", { role: "img", "aria-label": `Locks and accesses of ${name}` });
    svg.append(draw("text", { x: left, y: 14, class: "head" }, "accesses"), draw("text", { x: right, y: 14, class: "head" }, "locks"));
    for (const access of accesses) {
      if (access.field !== field) {
        field = access.field;
        y += 6;
        svg.append(draw("text", { x: left, y: y + 14 }, field));
        y += row;
      }
      svg.append(draw("rect", { class: "box", x: left + 10, y, width: wide, height: row - 3, rx: 3 }));
      svg.append(draw("text", { x: left + 18, y: y + 13, class: access.kind.startsWith("read") ? "" : "write" }, access.words));
      places.push([access, y + row / 2 - 1]);
      y += row;
    }
    const space = held.length ? Math.max(row + 6, (y - 24) / held.length) : 0;
    const lockAt = new Map(held.map((lock, at) => [lock, 24 + space * at + space / 2]));
    for (const [lock, at] of lockAt) {
      svg.append(draw("rect", { class: "lock", x: right, y: at - 11, width: lockWide, height: 22, rx: 11 }));
      svg.append(draw("text", { x: right + 10, y: at + 4 }, lock));
    }
    for (const [access, at] of places) {
      const from = left + 10 + wide;
      if (access.locks.length === 0) svg.append(draw("circle", { class: "bare", cx: from + 8, cy: at, r: 4 }));
      for (const lock of access.locks) {
        const to = lockAt.get(lock);
        svg.append(draw("path", { class: "held", d: `M${from} ${at} C${from + 60} ${at} ${right - 60} ${to} ${right} ${to}` }));
      }
    }
    const height = Math.max(y, ...[...lockAt.values()].map((at) => at + 14)) + 8;
    svg.setAttribute("width", right + lockWide + 10);
    svg.setAttribute("height", height);
    const more = all.length > ROWS ? ` The first ${ROWS} of ${all.length} accesses are drawn.` : "";
    return make("figure", {}, svg, make("figcaption", {}, `Accesses that change something are bold; a red dot is an access without a lock.${more}`));
  }

  // ---- Views: what findings are grouped by, and their order.
  const SEVERITIES = ["error", "warning", "note"];
  const VIEWS = {
    class: (finding) => [`${finding.class ?? finding.path}\n${finding.path}`],
    query: (finding) => [data.rules[finding.rule].id],
    severity: (finding) => [finding.severity],
    confidence: (finding) => [finding.confidence],
  };
  for (const key of keys) {
    VIEWS[key] ??= (finding) => finding.properties?.[key] ?? [`without ${key}`];
  }
  let view = "class";
  let worstFirst = true;
  const groupsOf = (finding) => VIEWS[view](finding);
  const worse = (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || (b.rank ?? 0) - (a.rank ?? 0);
  byId("view").append(...Object.keys(VIEWS).map((key) => make("option", { value: key }, key)));
  byId("view").addEventListener("change", (event) => { view = event.target.value; show(); });
  byId("order").addEventListener("change", (event) => { worstFirst = event.target.value === "worst"; show(); });

  // ---- The list.
  let shown = [];
  let drawn = 0;
  let lastGroup = null;
  function body(finding) {
    const rule = data.rules[finding.rule];
    const parts = [];
    if (finding.silenced !== undefined) parts.push(make("p", { class: "faint" }, `Silenced in the source${finding.silenced ? `: ${finding.silenced}` : "."}`));
    parts.push(...source(finding), ...locks(finding), ...paths(finding), ...stages(finding), ...evidence(finding), ...fixes(finding));
    if (rule.remedy) parts.push(make("p", { class: "remedy" }, ...worded(rule.remedy)));
    if (rule.help) {
      const page = make("div", { class: "help" });
      // Help pages are Markdown of the packs, turned into markup without raw HTML when the report was written.
      page.innerHTML = rule.help;
      parts.push(make("details", {}, make("summary", {}, `About ${rule.id}`), page));
    }
    return make("div", { class: "body" }, ...parts);
  }
  function card(finding) {
    const tags = finding.state ? [" ", make("span", { class: "tag" }, finding.state)] : [];
    const button = make("button", { type: "button", "aria-expanded": "false" },
      make("span", { class: "sev" }, finding.severity), " ", make("span", { class: "id" }, data.rules[finding.rule].id), ` ${finding.confidence} confidence`, ...tags,
      make("br"), ...worded(finding.text), make("br"), make("span", { class: "id" }, `${finding.path}:${finding.line}`));
    const article = make("article", { class: `${finding.severity}${finding.silenced !== undefined ? " silenced" : ""}` }, button);
    button.addEventListener("click", () => {
      const open = button.getAttribute("aria-expanded") === "true";
      button.setAttribute("aria-expanded", String(!open));
      if (open) article.querySelector(".body").remove(); else article.append(body(finding));
    });
    return article;
  }
  function heading(group, findings) {
    const name = group.split("\n")[0];
    const title = make("h2", { class: "class" }, make("span", {}, ...breakable(name)), make("span", { class: "faint" }, `${findings}`));
    if (view === "class" && data.classes[name]) {
      const button = make("button", { type: "button", class: "draw", "aria-expanded": "false" }, "Locks and accesses");
      button.addEventListener("click", () => {
        const open = button.getAttribute("aria-expanded") === "true";
        button.setAttribute("aria-expanded", String(!open));
        if (open) title.nextElementSibling.remove(); else title.after(picture(name));
      });
      title.append(button);
    }
    return title;
  }
  function more() {
    const list = byId("list");
    const end = Math.min(shown.length, drawn + PAGE);
    for (; drawn < end; drawn++) {
      const [group, finding, findings] = shown[drawn];
      if (group !== lastGroup) {
        list.append(heading(group, findings));
        lastGroup = group;
      }
      list.append(card(finding));
    }
    byId("more").hidden = drawn >= shown.length;
    byId("more").textContent = `Show more (${shown.length - drawn} left)`;
  }
  function show() {
    const found = data.findings.filter(matches);
    const groups = new Map();
    for (const finding of found) {
      for (const group of groupsOf(finding)) {
        if (!groups.has(group)) groups.set(group, []);
        groups.get(group).push(finding);
      }
    }
    const parts = [...groups];
    if (worstFirst) {
      for (const [, findings] of parts) findings.sort(worse);
      parts.sort((a, b) => worse(a[1][0], b[1][0]));
    }
    shown = parts.flatMap(([group, findings]) => findings.map((finding) => [group, finding, findings.length]));
    drawn = 0;
    lastGroup = null;
    byId("list").replaceChildren();
    const all = data.findings.length;
    const findings = all === 1 ? "finding" : "findings";
    byId("count").textContent = found.length === all ? `${all} ${findings}` : `${found.length} of ${all} ${findings}`;
    more();
  }
  byId("more").addEventListener("click", more);

  // ---- Keyboard.
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLInputElement && event.target.type === "search";
    if (typing) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") {
      event.preventDefault();
      byId("search").focus();
    } else if (event.key === "t") {
      turn();
    } else if (event.key === "j" || event.key === "k") {
      let buttons = [...document.querySelectorAll("article > button")];
      const at = buttons.indexOf(document.activeElement);
      if (event.key === "j" && at === buttons.length - 1 && drawn < shown.length) {
        more();
        buttons = [...document.querySelectorAll("article > button")];
      }
      const next = buttons[event.key === "j" ? at + 1 : Math.max(0, at - 1)];
      if (next) {
        next.focus();
        next.scrollIntoView({ block: "nearest" });
      }
    }
  });
  show();
})();
