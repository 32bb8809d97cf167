"use strict";
const key = article => "quarrel:" + article.dataset.repository + ":" + article.dataset.fingerprint;
const articles = [...document.querySelectorAll("article")];
for (const article of articles) {
  const verdict = article.querySelector(".verdict"), comment = article.querySelector(".comment");
  try {
    [verdict.value, comment.value] = JSON.parse(localStorage.getItem(key(article))) || ["", ""];
  } catch {}
  const keep = () => {
    try { localStorage.setItem(key(article), JSON.stringify([verdict.value, comment.value])); } catch {}
  };
  verdict.addEventListener("change", keep);
  comment.addEventListener("input", keep);
}
document.getElementById("save").addEventListener("click", () => {
  const quoted = text => '"' + text.replaceAll('"', '""') + '"';
  const reader = document.getElementById("reader").value;
  const rows = [["repository", "fingerprint", "verdict", "comment", "reader"]];
  for (const article of articles) {
    const verdict = article.querySelector(".verdict").value;
    if (verdict) {
      rows.push([article.dataset.repository, article.dataset.fingerprint, verdict, article.querySelector(".comment").value, reader]);
    }
  }
  const table = rows.map(row => row.map(quoted).join(",")).join("\r\n") + "\r\n";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([table], { type: "text/csv" }));
  link.download = "verdicts.csv";
  link.click();
});
