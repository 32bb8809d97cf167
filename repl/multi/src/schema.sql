-- The repositories of the lists, also those that are still to be done.
CREATE TABLE repositories (
  repository TEXT PRIMARY KEY,      -- its name in the list
  source TEXT NOT NULL,             -- where its sources are, as the list says it
  wanted TEXT,                      -- the commit, branch or tag that the list says
  folder TEXT,                      -- the folder in it that was analysed, if not all of it
  revision TEXT,                    -- what was analysed: git:COMMIT, archive:SHA256, files:SHA256
  analysis TEXT,                    -- how: a row of analyses
  status TEXT NOT NULL,             -- pending, done, partial (some queries were not finished), timeout, memory, crashed, failed, unavailable
  message TEXT,                     -- why it is not done
  files INTEGER,                    -- Java files
  lines INTEGER,
  classes INTEGER,
  calls INTEGER,
  unresolved_share REAL             -- share of the calls whose callee is not known, from 0 to 1
) WITHOUT ROWID;

-- What was run: one row unless queries, options or the program changed between runs.
CREATE TABLE analyses (
  analysis TEXT PRIMARY KEY,        -- a hash of the program's version, its queries, and the options and files named
  version TEXT NOT NULL,            -- of the program
  options TEXT NOT NULL             -- as they were given, without those that only limit or place things
) WITHOUT ROWID;

-- The queries that ran, as SARIF describes them.
CREATE TABLE rules (
  analysis TEXT NOT NULL,
  rule TEXT NOT NULL,               -- the id of the query
  name TEXT NOT NULL,
  severity TEXT NOT NULL,           -- error, warning, note
  precision TEXT,                   -- what its author expects
  pack TEXT,
  PRIMARY KEY (analysis, rule)
) WITHOUT ROWID;

CREATE TABLE findings (
  repository TEXT NOT NULL,
  fingerprint TEXT NOT NULL,        -- stays while lines move; unique in the repository
  rule TEXT NOT NULL,
  severity TEXT NOT NULL,           -- error, warning, note
  path TEXT,                        -- below the analysed folder
  line INTEGER,                     -- lines and columns from 1
  column INTEGER,
  end_line INTEGER,
  end_column INTEGER,
  class TEXT,                       -- around it, by qualified name
  callable TEXT,
  message TEXT NOT NULL,
  related TEXT NOT NULL,            -- what the message names: JSON, [{"text", "location"}]
  silenced TEXT,                    -- the reason, if it is silenced in the source
  code TEXT,                        -- the lines around it
  code_line INTEGER,                -- the number of the first of them
  PRIMARY KEY (repository, fingerprint)
) WITHOUT ROWID;

-- What the analysis said, in its order.
CREATE TABLE diagnostics (
  repository TEXT NOT NULL,
  number INTEGER NOT NULL,
  severity TEXT NOT NULL,           -- error, warning, note
  text TEXT NOT NULL,
  PRIMARY KEY (repository, number)
) WITHOUT ROWID;

-- What people say of findings.
CREATE TABLE verdicts (
  repository TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  reader TEXT NOT NULL,
  verdict TEXT NOT NULL,            -- bug, harmless (true, but no harm), false, unsure
  comment TEXT NOT NULL,
  PRIMARY KEY (repository, fingerprint, reader)
) WITHOUT ROWID;

-- What runs showed of findings: `quarrel confirm`.
CREATE TABLE labels (
  repository TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  label TEXT NOT NULL,              -- confirmed (it happened), apart (both sides were passed a thousand times, never together)
  outcome TEXT NOT NULL,            -- in words
  proof TEXT NOT NULL,              -- JSON: the object, and the threads with their locks and stacks, or holds and passes
  PRIMARY KEY (repository, fingerprint)
) WITHOUT ROWID;

-- What it took: data of a run. No other table depends on the machine.
CREATE TABLE times (
  repository TEXT PRIMARY KEY,
  started TEXT NOT NULL,            -- UTC
  fetch_seconds REAL NOT NULL,      -- to bring the sources
  seconds REAL NOT NULL,            -- of the analysis, by the clock
  user_seconds REAL NOT NULL,       -- of processor time
  system_seconds REAL NOT NULL,
  peak_bytes INTEGER NOT NULL       -- the most memory it had
) WITHOUT ROWID;

-- The whole report of each repository.
CREATE TABLE sarif (
  repository TEXT PRIMARY KEY,
  log BLOB NOT NULL                 -- SARIF 2.1.0, compressed by zstd
);
