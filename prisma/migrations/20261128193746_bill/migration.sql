-- CreateTable
CREATE TABLE "bill" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "bill_pkey" PRIMARY KEY ("session_id","no")
);
