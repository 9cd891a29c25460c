-- AlterTable
ALTER TABLE "session" ADD COLUMN     "analysed_turn" INTEGER,
ADD COLUMN     "derived_stamp" TEXT NOT NULL DEFAULT '';
