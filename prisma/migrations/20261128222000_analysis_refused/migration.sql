-- AlterTable
ALTER TABLE "session" ADD COLUMN     "analysis_refused" TEXT,
ADD COLUMN     "refused_stamp" TEXT NOT NULL DEFAULT '';
