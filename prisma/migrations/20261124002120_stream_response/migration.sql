-- CreateTable
CREATE TABLE "stream_response" (
    "project_id" TEXT NOT NULL,
    "response" TEXT NOT NULL,
    "stream_id" UUID NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "stream_response_pkey" PRIMARY KEY ("project_id","response","stream_id","role")
);

-- CreateIndex
CREATE INDEX "stream_response_stream_id_idx" ON "stream_response"("stream_id");
