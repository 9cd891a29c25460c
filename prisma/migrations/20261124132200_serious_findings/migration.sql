-- AlterTable
ALTER TABLE "session" ADD COLUMN     "serious" INTEGER;
