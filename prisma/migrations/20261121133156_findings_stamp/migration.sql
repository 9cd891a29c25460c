-- AlterTable
ALTER TABLE "session" ADD COLUMN     "findings_stamp" TEXT NOT NULL DEFAULT '';
