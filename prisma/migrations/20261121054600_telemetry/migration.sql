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
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seen_client_pkey" PRIMARY KEY ("project_id","dialect")
);

-- CreateIndex
CREATE INDEX "stream_project_id_idx" ON "stream"("project_id");

-- CreateIndex
CREATE INDEX "stream_session_project_id_session_idx" ON "stream_session"("project_id", "session");
