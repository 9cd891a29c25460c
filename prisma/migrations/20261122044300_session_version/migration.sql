-- AlterTable
ALTER TABLE "session" ADD COLUMN     "version" BIGINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "session_project_id_version_idx" ON "session"("project_id", "version");
