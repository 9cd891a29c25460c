-- CreateTable
CREATE TABLE "stream_head" (
    "stream_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,

    CONSTRAINT "stream_head_pkey" PRIMARY KEY ("stream_id")
);
