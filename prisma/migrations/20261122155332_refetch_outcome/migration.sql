-- AlterTable
ALTER TABLE "residency" ADD COLUMN     "refetch_outcome" SMALLINT;
