-- AlterTable
ALTER TABLE "session" ADD COLUMN     "analysed_seq" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "plan" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "plan_pkey" PRIMARY KEY ("session_id","no")
);

-- CreateTable
CREATE TABLE "edge" (
    "session_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "from_block" INTEGER NOT NULL,
    "turn" INTEGER NOT NULL,
    "block" INTEGER,
    "plan" TEXT,
    "step" TEXT,
    "declared" BOOLEAN NOT NULL,
    "executed" BOOLEAN NOT NULL,
    "state" SMALLINT NOT NULL,
    "confidence" DOUBLE PRECISION NOT NULL,
    "matched" JSONB NOT NULL,
    "matches" INTEGER NOT NULL,
    "residual" BOOLEAN NOT NULL,
    "residual_block" INTEGER,
    "refetched_by" INTEGER,
    "left_turn" INTEGER,

    CONSTRAINT "edge_pkey" PRIMARY KEY ("session_id","no")
);

-- CreateIndex
CREATE INDEX "edge_session_id_from_block_idx" ON "edge"("session_id", "from_block");
