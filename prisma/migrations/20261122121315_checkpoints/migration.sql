-- CreateTable
CREATE TABLE "checkpoint" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "turn" INTEGER,
    "window_tokens" INTEGER,
    "budget" INTEGER,
    "turns_left" INTEGER,
    "turns_needed" INTEGER,
    "restarts" INTEGER NOT NULL,
    "lost" INTEGER NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "checkpoint_pkey" PRIMARY KEY ("session_id","no")
);
