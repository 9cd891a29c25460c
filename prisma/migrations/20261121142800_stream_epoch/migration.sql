-- AlterTable
ALTER TABLE "stream" ADD COLUMN     "epoch" UUID NOT NULL DEFAULT gen_random_uuid();

-- Streams whose sessions are yet to be worked out are few, and asked for with every read.
CREATE INDEX "stream_behind_idx" ON "stream"("project_id") WHERE "projected_seq" < "seq";
