-- AlterTable
ALTER TABLE "session" ADD COLUMN     "findings_stamp" TEXT NOT NULL DEFAULT '';

-- Sessions whose findings are from other thresholds are few, and counted with every list.
CREATE INDEX "session_stamp_idx" ON "session"("project_id", "findings_stamp") WHERE "analysed_seq" > 0;
