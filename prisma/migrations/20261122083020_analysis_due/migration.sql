-- AlterTable
ALTER TABLE "session" ADD COLUMN     "analysed_at" TIMESTAMPTZ(3),
ADD COLUMN     "analysed_ms" INTEGER NOT NULL DEFAULT 0;
