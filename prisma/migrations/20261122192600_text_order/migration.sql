-- Lists are in the same order on every server, whatever the collation of its databases.
ALTER TABLE "session"
  ALTER COLUMN "name" TYPE text COLLATE "C",
  ALTER COLUMN "agent" TYPE text COLLATE "C",
  ALTER COLUMN "model" TYPE text COLLATE "C",
  ALTER COLUMN "outcome" TYPE text COLLATE "C",
  ALTER COLUMN "policy" TYPE text COLLATE "C",
  ALTER COLUMN "source_format" TYPE text COLLATE "C";
ALTER TABLE "project" ALTER COLUMN "name" TYPE text COLLATE "C";
