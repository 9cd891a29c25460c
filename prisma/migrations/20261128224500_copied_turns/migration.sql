-- AlterTable
ALTER TABLE "session" ADD COLUMN     "copied_counts" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "copied_from" UUID,
ADD COLUMN     "copied_turns" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "forked_from" TEXT,
ADD COLUMN     "openings" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "own_from" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "session_openings_idx" ON "session" USING GIN ("openings");

-- CreateIndex
CREATE INDEX "session_project_id_forked_from_idx" ON "session"("project_id", "forked_from");

-- CreateIndex
CREATE INDEX "session_copied_from_idx" ON "session"("copied_from");
