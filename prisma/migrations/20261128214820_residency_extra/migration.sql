-- AlterTable
ALTER TABLE "residency" ADD COLUMN     "extra" JSONB;
