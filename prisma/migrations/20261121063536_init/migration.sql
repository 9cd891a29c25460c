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
    "analysed_seq" INTEGER NOT NULL DEFAULT 0,
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
    "findings_by_code" JSONB,
    "findings_by_severity" JSONB,
    "coverage" JSONB,
    "finding_codes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "policy" TEXT,
    "tools" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "decisions" INTEGER,
    "decisions_absent" INTEGER,
    "token_turns" BIGINT,

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
    "refetched_turn" INTEGER,
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

-- CreateTable
CREATE TABLE "plan" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "plan_pkey" PRIMARY KEY ("session_id","no")
);

-- CreateTable
CREATE TABLE "edge" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "from_block" INTEGER NOT NULL,
    "turn" INTEGER NOT NULL,
    "block" INTEGER,
    "plan" TEXT,
    "step" TEXT,
    "declared" BOOLEAN NOT NULL,
    "executed" BOOLEAN NOT NULL,
    "state" SMALLINT NOT NULL,
    "confidence" DOUBLE PRECISION NOT NULL,
    "matched" JSONB NOT NULL,
    "matches" INTEGER NOT NULL,
    "residual" BOOLEAN NOT NULL,
    "residual_block" INTEGER,
    "refetched_by" INTEGER,
    "left_turn" INTEGER,

    CONSTRAINT "edge_pkey" PRIMARY KEY ("session_id","no")
);

-- CreateTable
CREATE TABLE "finding" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "severity" SMALLINT NOT NULL,
    "from_turn" INTEGER NOT NULL,
    "to_turn" INTEGER NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "finding_pkey" PRIMARY KEY ("session_id","no")
);

-- CreateTable
CREATE TABLE "tool_figure" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "tool" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "results" INTEGER NOT NULL,
    "sizes" INTEGER[],
    "max_tokens" INTEGER,
    "turns" INTEGER NOT NULL,
    "token_turns" BIGINT NOT NULL,
    "evicted" INTEGER NOT NULL,
    "refetched" INTEGER NOT NULL,
    "uses" INTEGER NOT NULL,
    "uses_absent" INTEGER NOT NULL,

    CONSTRAINT "tool_figure_pkey" PRIMARY KEY ("session_id","no")
);

-- CreateTable
CREATE TABLE "constraint_figure" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "lost" BOOLEAN NOT NULL,
    "turn" INTEGER NOT NULL,

    CONSTRAINT "constraint_figure_pkey" PRIMARY KEY ("session_id","no")
);

-- CreateTable
CREATE TABLE "replay" (
    "session_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" TEXT NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "of" INTEGER NOT NULL DEFAULT 0,
    "request" JSONB NOT NULL,
    "results" JSONB NOT NULL DEFAULT '[]',
    "message" TEXT,

    CONSTRAINT "replay_pkey" PRIMARY KEY ("session_id","id")
);

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credential" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "password" TEXT,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credential_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "project_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("project_id","user_id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "hash" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "email" TEXT,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "project_id" TEXT,
    "user_id" TEXT,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "address" TEXT,
    "count" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "throttle" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "throttle_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "stream" (
    "stream_id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "projected_seq" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stream_pkey" PRIMARY KEY ("stream_id")
);

-- CreateTable
CREATE TABLE "stream_session" (
    "stream_id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "session" TEXT NOT NULL,

    CONSTRAINT "stream_session_pkey" PRIMARY KEY ("stream_id","session")
);

-- CreateTable
CREATE TABLE "stream_projection" (
    "stream_id" UUID NOT NULL,
    "session" TEXT NOT NULL,

    CONSTRAINT "stream_projection_pkey" PRIMARY KEY ("stream_id","session")
);

-- CreateTable
CREATE TABLE "raw_record" (
    "stream_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "rank" TEXT NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "raw_record_pkey" PRIMARY KEY ("stream_id","id")
);

-- CreateTable
CREATE TABLE "raw_text" (
    "stream_id" UUID NOT NULL,
    "hash" UUID NOT NULL,
    "text" BYTEA NOT NULL,

    CONSTRAINT "raw_text_pkey" PRIMARY KEY ("stream_id","hash")
);

-- CreateTable
CREATE TABLE "ingestion_warning" (
    "project_id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "sample" JSONB NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ingestion_warning_pkey" PRIMARY KEY ("project_id","code","source")
);

-- CreateTable
CREATE TABLE "seen_client" (
    "project_id" TEXT NOT NULL,
    "dialect" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "records" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "usage" INTEGER NOT NULL DEFAULT 0,
    "content" INTEGER NOT NULL DEFAULT 0,
    "tools" INTEGER NOT NULL DEFAULT 0,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seen_client_pkey" PRIMARY KEY ("project_id","dialect")
);

-- CreateTable
CREATE TABLE "incident" (
    "session_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "from_turn" INTEGER NOT NULL,
    "to_turn" INTEGER NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "incident_pkey" PRIMARY KEY ("session_id","id")
);

-- CreateTable
CREATE TABLE "annotation" (
    "session_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "incident" TEXT NOT NULL,
    "turn" INTEGER NOT NULL,
    "pin" TEXT NOT NULL,
    "target" TEXT,
    "text" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "annotation_pkey" PRIMARY KEY ("session_id","id")
);

-- CreateTable
CREATE TABLE "share" (
    "session_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "snapshot" BYTEA NOT NULL,
    "content" TEXT NOT NULL,
    "has_image" BOOLEAN NOT NULL,
    "passphrase_salt" TEXT,
    "passphrase_hash" TEXT,
    "view_limit" INTEGER,
    "views" INTEGER NOT NULL DEFAULT 0,
    "last_viewed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "share_pkey" PRIMARY KEY ("session_id","id")
);

-- CreateIndex
CREATE INDEX "session_project_id_started_at_idx" ON "session"("project_id", "started_at");

-- CreateIndex
CREATE INDEX "session_project_id_updated_at_idx" ON "session"("project_id", "updated_at");

-- CreateIndex
CREATE INDEX "session_parent_id_idx" ON "session"("parent_id");

-- CreateIndex
CREATE INDEX "session_finding_codes_idx" ON "session" USING GIN ("finding_codes");

-- CreateIndex
CREATE INDEX "session_tools_idx" ON "session" USING GIN ("tools");

-- CreateIndex
CREATE INDEX "session_project_id_decisions_absent_started_at_idx" ON "session"("project_id", "decisions_absent", "started_at");

-- CreateIndex
CREATE INDEX "edge_session_id_from_block_idx" ON "edge"("session_id", "from_block");

-- CreateIndex
CREATE INDEX "finding_session_id_code_idx" ON "finding"("session_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "login_token_key" ON "login"("token");

-- CreateIndex
CREATE INDEX "login_user_id_idx" ON "login"("user_id");

-- CreateIndex
CREATE INDEX "credential_user_id_idx" ON "credential"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "credential_provider_id_account_id_key" ON "credential"("provider_id", "account_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE INDEX "invitation_project_id_idx" ON "invitation"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_project_id_idx" ON "api_key"("project_id");

-- CreateIndex
CREATE INDEX "audit_entry_project_id_at_idx" ON "audit_entry"("project_id", "at");

-- CreateIndex
CREATE INDEX "audit_entry_user_id_at_idx" ON "audit_entry"("user_id", "at");

-- CreateIndex
CREATE INDEX "stream_project_id_idx" ON "stream"("project_id");

-- CreateIndex
CREATE INDEX "stream_session_project_id_session_idx" ON "stream_session"("project_id", "session");

-- CreateIndex
CREATE INDEX "annotation_session_id_incident_idx" ON "annotation"("session_id", "incident");

-- CreateIndex
CREATE INDEX "share_hash_idx" ON "share"("hash");

-- Batches are deflated already: compressing them again would cost time and save nothing.
ALTER TABLE "batch" ALTER COLUMN "events" SET STORAGE EXTERNAL, ALTER COLUMN "texts" SET STORAGE EXTERNAL;

-- Sessions whose tables have to catch up with their log are few, and asked for with every list.
CREATE INDEX "session_behind_idx" ON "session"("project_id") WHERE "derived_seq" < "last_seq" OR "analysed_seq" < "last_seq";
