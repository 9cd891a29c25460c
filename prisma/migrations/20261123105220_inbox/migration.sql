-- CreateTable
CREATE TABLE "inbox_body" (
    "body_id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "signal" TEXT NOT NULL,
    "encoding" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "body" BYTEA NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "retry_at" TIMESTAMPTZ(3),

    CONSTRAINT "inbox_body_pkey" PRIMARY KEY ("body_id")
);

-- CreateTable
CREATE TABLE "inbox_stream" (
    "stream_id" UUID NOT NULL,
    "body_id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "records" INTEGER NOT NULL,
    "sessions" TEXT[],
    "marks" INTEGER[],

    CONSTRAINT "inbox_stream_pkey" PRIMARY KEY ("stream_id","body_id")
);

-- CreateIndex
CREATE INDEX "inbox_body_project_id_received_at_idx" ON "inbox_body"("project_id", "received_at");

-- CreateIndex
CREATE INDEX "inbox_stream_body_id_idx" ON "inbox_stream"("body_id");

-- CreateIndex
CREATE INDEX "inbox_stream_project_id_idx" ON "inbox_stream"("project_id");

-- Bodies are compressed by the program where that is worth it.
ALTER TABLE "inbox_body" ALTER COLUMN "body" SET STORAGE EXTERNAL;
