-- CreateTable
CREATE TABLE "watched_file" (
    "path" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "offset" BIGINT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "watched_file_pkey" PRIMARY KEY ("project_id","path")
);
