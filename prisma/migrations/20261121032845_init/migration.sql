-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "project" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "session_id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seq" INTEGER NOT NULL DEFAULT 0,
    "next_batch" INTEGER NOT NULL DEFAULT 0,
    "window_seq" INTEGER,
    "superseded" INTEGER NOT NULL DEFAULT 0,
    "derived_seq" INTEGER NOT NULL DEFAULT 0,
    "name" TEXT,
    "agent" TEXT,
    "model" TEXT,
    "role" TEXT NOT NULL DEFAULT 'main',
    "parent_id" UUID,
    "parent_external" TEXT,
    "parent_tool_call" TEXT,
    "source_format" TEXT,
    "source_file" TEXT,
    "started_at" BIGINT,
    "ended_at" BIGINT,
    "outcome" TEXT,
    "outcome_reason" TEXT,
    "context_window" INTEGER,
    "budget" INTEGER,
    "turns" INTEGER NOT NULL DEFAULT 0,
    "blocks" INTEGER NOT NULL DEFAULT 0,
    "tool_calls" INTEGER NOT NULL DEFAULT 0,
    "repeated_calls" INTEGER NOT NULL DEFAULT 0,
    "evictions" INTEGER NOT NULL DEFAULT 0,
    "compactions" INTEGER NOT NULL DEFAULT 0,
    "dangling" INTEGER,
    "evicted_tokens" INTEGER,
    "peak_window" INTEGER,
    "peak_turn" INTEGER,
    "peak_provenance" TEXT NOT NULL DEFAULT 'unavailable',
    "peak_share" DOUBLE PRECISION,
    "tags" JSONB NOT NULL DEFAULT '[]',
    "extra" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "session_pkey" PRIMARY KEY ("session_id")
);

-- CreateTable
CREATE TABLE "batch" (
    "session_id" UUID NOT NULL,
    "batch" INTEGER NOT NULL,
    "first_seq" INTEGER NOT NULL,
    "event_count" INTEGER NOT NULL,
    "events" BYTEA NOT NULL,
    "texts" BYTEA NOT NULL,
    "text_bytes" INTEGER NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "batch_pkey" PRIMARY KEY ("session_id","batch")
);

-- CreateTable
CREATE TABLE "event" (
    "session_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "hash" BIGINT NOT NULL,

    CONSTRAINT "event_pkey" PRIMARY KEY ("session_id","id")
);

-- CreateTable
CREATE TABLE "superseded" (
    "session_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,

    CONSTRAINT "superseded_pkey" PRIMARY KEY ("session_id","seq")
);

-- CreateTable
CREATE TABLE "content" (
    "session_id" UUID NOT NULL,
    "hash" UUID NOT NULL,
    "batch" INTEGER NOT NULL,
    "start" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,

    CONSTRAINT "content_pkey" PRIMARY KEY ("session_id","hash")
);

-- CreateTable
CREATE TABLE "turn" (
    "session_id" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "turn_id" TEXT,
    "at" BIGINT,
    "ended_at" BIGINT,
    "model" TEXT,
    "context_window" INTEGER,
    "input" INTEGER,
    "cache_read" INTEGER,
    "cache_write" INTEGER,
    "output" INTEGER,
    "reasoning" INTEGER,
    "window_known" BOOLEAN NOT NULL,
    "window_tokens" INTEGER,
    "provenance" TEXT NOT NULL,
    "residual" INTEGER,
    "entries" INTEGER NOT NULL,
    "unsized" INTEGER NOT NULL,
    "entered" INTEGER NOT NULL,
    "left" INTEGER NOT NULL,
    "changed" INTEGER NOT NULL,
    "delta" INTEGER,
    "delta_provenance" TEXT NOT NULL,
    "model_changed" BOOLEAN NOT NULL,
    "caused_by" INTEGER,
    "tool_calls" INTEGER NOT NULL,
    "evictions" INTEGER NOT NULL,
    "evicted_tokens" INTEGER NOT NULL,
    "compactions" INTEGER NOT NULL,
    "by_source" INTEGER[],
    "extra" JSONB,

    CONSTRAINT "turn_pkey" PRIMARY KEY ("session_id","turn")
);

-- CreateTable
CREATE TABLE "block" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "kind" SMALLINT NOT NULL,
    "trust" SMALLINT NOT NULL,
    "tool_name" TEXT,
    "tool_call_id" TEXT,
    "label" TEXT,
    "created_turn" INTEGER,
    "hash" UUID,
    "text" TEXT,
    "chars" INTEGER,
    "tokens" INTEGER,
    "provenance" SMALLINT NOT NULL,
    "extra" JSONB,

    CONSTRAINT "block_pkey" PRIMARY KEY ("session_id","no")
);

-- CreateTable
CREATE TABLE "residency" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "block" INTEGER NOT NULL,
    "since" INTEGER NOT NULL,
    "from_turn" INTEGER NOT NULL,
    "to_turn" INTEGER,
    "rank" DOUBLE PRECISION NOT NULL,
    "mode" SMALLINT NOT NULL,
    "continues" BOOLEAN NOT NULL,
    "hash" UUID,
    "text" TEXT,
    "tokens" INTEGER,
    "provenance" SMALLINT NOT NULL,
    "reference" JSONB,
    "evicted_turn" INTEGER,
    "how" SMALLINT,
    "to_mode" SMALLINT,
    "tokens_freed" INTEGER,
    "restorable" BOOLEAN,
    "reentered_turn" INTEGER,
    "compaction" INTEGER,
    "cause" JSONB,

    CONSTRAINT "residency_pkey" PRIMARY KEY ("session_id","no")
);

-- CreateTable
CREATE TABLE "compaction" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "turn" INTEGER NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "compaction_pkey" PRIMARY KEY ("session_id","no")
);

-- CreateTable
CREATE TABLE "repeated_call" (
    "session_id" UUID NOT NULL,
    "call" INTEGER NOT NULL,
    "turn" INTEGER NOT NULL,
    "earlier_call" INTEGER NOT NULL,
    "earlier_turn" INTEGER,
    "earlier_result" TEXT NOT NULL,
    "result_block" INTEGER,

    CONSTRAINT "repeated_call_pkey" PRIMARY KEY ("session_id","call")
);

-- CreateTable
CREATE TABLE "record" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "turn" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "event" TEXT NOT NULL,

    CONSTRAINT "record_pkey" PRIMARY KEY ("session_id","no")
);

-- CreateIndex
CREATE INDEX "session_project_id_started_at_idx" ON "session"("project_id", "started_at");

-- CreateIndex
CREATE INDEX "session_project_id_updated_at_idx" ON "session"("project_id", "updated_at");

-- CreateIndex
CREATE INDEX "session_parent_id_idx" ON "session"("parent_id");

-- Batches are compressed before they come here.
ALTER TABLE "batch" ALTER COLUMN "events" SET STORAGE EXTERNAL, ALTER COLUMN "texts" SET STORAGE EXTERNAL;
