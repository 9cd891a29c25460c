-- CreateTable
CREATE TABLE "finding_verdict" (
    "session_id" UUID NOT NULL,
    "finding" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "standing" SMALLINT NOT NULL,
    "verdict" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "who" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "finding_verdict_pkey" PRIMARY KEY ("session_id","finding")
);
