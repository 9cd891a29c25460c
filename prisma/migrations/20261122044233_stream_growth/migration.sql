-- AlterTable
ALTER TABLE "stream" ADD COLUMN     "projected_by" UUID;

-- AlterTable
ALTER TABLE "raw_record" ADD COLUMN     "seq" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "raw_record_stream_id_seq_idx" ON "raw_record"("stream_id", "seq");
