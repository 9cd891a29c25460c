-- CreateTable
CREATE TABLE "cut_card" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "turn" INTEGER NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "cut_card_pkey" PRIMARY KEY ("session_id","no")
);
