-- AlterTable: what is there stays where it is
ALTER TABLE "stream" ADD COLUMN "place_id" UUID;
UPDATE "stream" SET "place_id" = "stream_id";
ALTER TABLE "stream" ALTER COLUMN "place_id" SET NOT NULL;
