-- AlterTable
ALTER TABLE "group_role" ADD COLUMN     "giver" TEXT;

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "giver" TEXT;

-- AlterTable
ALTER TABLE "share" ADD COLUMN     "giver" TEXT;

-- AlterTable
ALTER TABLE "alert_target" ADD COLUMN     "giver" TEXT;

-- Groups, addresses and shares that stand as of now stay, whoever made them.
