-- CreateTable
CREATE TABLE "judge_answer" (
    "session_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "model" TEXT NOT NULL,
    "turn" INTEGER NOT NULL,
    "verdict" TEXT,
    "why" TEXT,
    "sentence" TEXT NOT NULL,
    "severity" SMALLINT,
    "quotes" JSONB NOT NULL,
    "more" JSONB NOT NULL,
    "input_tokens" INTEGER NOT NULL,
    "output_tokens" INTEGER NOT NULL,
    "stands" BOOLEAN NOT NULL DEFAULT true,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "judge_answer_pkey" PRIMARY KEY ("session_id","hash")
);

-- CreateTable
CREATE TABLE "judge_task" (
    "session_id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "questions" INTEGER NOT NULL DEFAULT 0,
    "note" TEXT,

    CONSTRAINT "judge_task_pkey" PRIMARY KEY ("session_id")
);

-- CreateTable
CREATE TABLE "judge_spend" (
    "project_id" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "tokens" BIGINT NOT NULL,
    "rest_until" TIMESTAMPTZ(3),

    CONSTRAINT "judge_spend_pkey" PRIMARY KEY ("project_id","day")
);

-- CreateIndex
CREATE INDEX "judge_answer_project_id_hash_idx" ON "judge_answer"("project_id", "hash");

-- CreateIndex
CREATE INDEX "judge_task_project_id_due_at_idx" ON "judge_task"("project_id", "due_at");
