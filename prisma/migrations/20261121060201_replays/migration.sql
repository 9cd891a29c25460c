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
