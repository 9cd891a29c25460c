-- CreateTable
CREATE TABLE "redaction" (
    "session_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "title" TEXT NOT NULL,
    "snapshot" BYTEA NOT NULL,
    "hits" BYTEA NOT NULL,

    CONSTRAINT "redaction_pkey" PRIMARY KEY ("session_id","id")
);

-- CreateIndex
CREATE INDEX "redaction_created_at_idx" ON "redaction"("created_at");
