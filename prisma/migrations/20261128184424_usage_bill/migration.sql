-- AlterTable
ALTER TABLE "turn" ADD COLUMN     "cache_write_hour" INTEGER,
ADD COLUMN     "inside" JSONB,
ADD COLUMN     "stated_cost" DOUBLE PRECISION,
ADD COLUMN     "tier" TEXT,
ADD COLUMN     "web_searches" INTEGER;
