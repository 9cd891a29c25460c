-- CreateTable
CREATE TABLE "job" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" TEXT NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "of" INTEGER NOT NULL DEFAULT 0,
    "request" JSONB NOT NULL,
    "result" BYTEA,

    CONSTRAINT "job_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "job_piece" (
    "project_id" TEXT NOT NULL,
    "job" TEXT NOT NULL,
    "no" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "job_piece_pkey" PRIMARY KEY ("project_id","job","no")
);

-- CreateIndex
CREATE INDEX "job_status_idx" ON "job"("status");
