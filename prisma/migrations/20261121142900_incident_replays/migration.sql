-- AlterTable
ALTER TABLE "incident" ADD COLUMN     "replays" TEXT[] DEFAULT ARRAY[]::TEXT[];
