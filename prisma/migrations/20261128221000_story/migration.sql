-- AlterTable
ALTER TABLE "session" ADD COLUMN     "story" JSONB;
