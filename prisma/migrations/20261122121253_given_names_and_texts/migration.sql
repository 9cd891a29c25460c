-- AlterTable
ALTER TABLE "session" ADD COLUMN     "given_name" TEXT,
ADD COLUMN     "given_tags" JSONB;

-- CreateTable
CREATE TABLE "block_text" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "block_text_pkey" PRIMARY KEY ("session_id","no")
);

-- CreateIndex
CREATE INDEX "block_text_words_idx" ON "block_text" USING GIN ("words");
