-- A database of schema 2, as Rowlock left it.
CREATE TABLE rowlock_schema (version INTEGER NOT NULL) STRICT;
INSERT INTO rowlock_schema VALUES (2);
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    at REAL NOT NULL,
    opening TEXT NOT NULL,
    public INTEGER NOT NULL,
    stage TEXT NOT NULL DEFAULT 'waiting'
) STRICT;
CREATE TABLE moves (
    table_id TEXT NOT NULL REFERENCES tables (id),
    n INTEGER NOT NULL,
    at REAL NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX tables_public ON tables (at) WHERE public = 1 AND stage <> 'done';
CREATE INDEX tables_by_stage ON tables (stage, at);
INSERT INTO tables VALUES ('lonely', 1000.5, '{"name": "It''s lonely"}', 1, 'waiting');
INSERT INTO tables VALUES ('lively', 2000.25, '{"name": "Würfel 🎲"}', 1, 'playing');
INSERT INTO tables VALUES ('over', 500.0, '{"name": "over"}', 0, 'done');
INSERT INTO moves VALUES ('lively', 1, 2001.0, '{"id": "a", "seat": "Ada"}');
INSERT INTO moves VALUES ('lively', 2, 2002.0, '{"id": "b", "seat": "Bo"}');
INSERT INTO moves VALUES ('lively', 3, 2003.125, '{"id": "c", "start": true}');
INSERT INTO moves VALUES ('over', 1, 501.0, '{"id": "d", "end": true}');
