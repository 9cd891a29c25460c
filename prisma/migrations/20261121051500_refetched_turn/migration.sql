-- AlterTable
ALTER TABLE "residency" ADD COLUMN     "refetched_turn" INTEGER;
