-- AlterTable
ALTER TABLE "session" ADD COLUMN     "findings_suspected" JSONB;

-- AlterTable
ALTER TABLE "finding" ADD COLUMN     "id" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "standing" SMALLINT NOT NULL DEFAULT 0,
ALTER COLUMN "severity" DROP NOT NULL;
