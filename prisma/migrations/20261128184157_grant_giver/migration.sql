-- AlterTable
ALTER TABLE "group_role" ADD COLUMN     "giver" TEXT;

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "giver" TEXT;

-- AlterTable
ALTER TABLE "share" ADD COLUMN     "giver" TEXT;

-- AlterTable
ALTER TABLE "alert_target" ADD COLUMN     "giver" TEXT;

-- Who made a key answers for it, also where they have left since: such a key works again once an owner takes it over.
UPDATE "api_key" SET "giver" = "created_by";

-- Groups, addresses and shares that stand as of now stay, whoever made them. Those of somebody who may still give them end
-- with that right.
UPDATE "group_role" AS g SET "giver" = (
  SELECT a."user_id" FROM "audit_entry" AS a
  WHERE a."project_id" = g."project_id" AND a."action" = 'group.changed' AND a."target" = g."group"
  ORDER BY a."at" DESC LIMIT 1
);
UPDATE "group_role" AS g SET "giver" = NULL WHERE NOT EXISTS (
  SELECT 1 FROM "membership" AS m
  WHERE m."project_id" = g."project_id" AND m."user_id" = g."giver" AND m."role" = 'owner'
);
UPDATE "alert_target" AS t SET "giver" = (
  SELECT a."user_id" FROM "audit_entry" AS a
  WHERE a."project_id" = t."project_id" AND a."action" = 'alert-target.created' AND a."target" = t."name"
  ORDER BY a."at" DESC LIMIT 1
);
UPDATE "alert_target" AS t SET "giver" = NULL WHERE NOT EXISTS (
  SELECT 1 FROM "membership" AS m
  WHERE m."project_id" = t."project_id" AND m."user_id" = t."giver" AND m."role" = 'owner'
);
WITH "person" AS (
  SELECT m."project_id", m."user_id", u."email" FROM "membership" AS m JOIN "user" AS u ON u."id" = m."user_id"
  WHERE m."role" IN ('editor', 'owner')
)
UPDATE "share" AS s SET "giver" = p."user_id" FROM "person" AS p
WHERE s."project_id" = p."project_id" AND s."created_by" = p."email";
