-- AlterTable
ALTER TABLE "session" ADD COLUMN     "coverage" JSONB,
ADD COLUMN     "decisions" INTEGER,
ADD COLUMN     "decisions_absent" INTEGER,
ADD COLUMN     "finding_codes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "findings_by_code" JSONB,
ADD COLUMN     "findings_by_severity" JSONB,
ADD COLUMN     "policy" TEXT,
ADD COLUMN     "token_turns" BIGINT,
ADD COLUMN     "tools" TEXT[] DEFAULT ARRAY[]::TEXT[];

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

-- CreateIndex
CREATE INDEX "finding_session_id_code_idx" ON "finding"("session_id", "code");

-- CreateIndex
CREATE INDEX "session_finding_codes_idx" ON "session" USING GIN ("finding_codes");

-- CreateIndex
CREATE INDEX "session_tools_idx" ON "session" USING GIN ("tools");

-- CreateIndex
CREATE INDEX "session_project_id_decisions_absent_started_at_idx" ON "session"("project_id", "decisions_absent", "started_at");

-- Sessions that have yet to be derived or analysed are looked for whenever a list is shown, and are few.
CREATE INDEX "session_behind_idx" ON "session"("project_id") WHERE "derived_seq" < "last_seq" OR "analysed_seq" < "last_seq";
