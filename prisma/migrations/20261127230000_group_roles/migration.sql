-- AlterTable
ALTER TABLE "membership" ADD COLUMN     "from_group" TEXT;

-- CreateTable
CREATE TABLE "group_role" (
    "project_id" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "group_role_pkey" PRIMARY KEY ("project_id","group")
);

-- CreateIndex
CREATE INDEX "group_role_group_idx" ON "group_role"("group");
