-- Contents are searched with a filter of their words instead of an index of them.
DROP TABLE "block_text";

-- CreateTable
CREATE TABLE "word_filter" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,
    "texts" UUID NOT NULL,
    "words" BYTEA NOT NULL,

    CONSTRAINT "word_filter_pkey" PRIMARY KEY ("session_id","no")
);

-- The bits of a filter cannot be compressed.
ALTER TABLE "word_filter" ALTER COLUMN "words" SET STORAGE EXTERNAL;

-- An index of the same rows as session_behind_idx.
DROP INDEX "session_behind";
