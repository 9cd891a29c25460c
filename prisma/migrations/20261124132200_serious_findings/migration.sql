-- AlterTable
ALTER TABLE "session" ADD COLUMN     "serious" INTEGER;

UPDATE "session" SET "serious" = coalesce(("findings_by_severity"->>'serious')::int, 0) WHERE "findings_by_severity" IS NOT NULL;

UPDATE "session" SET "tools" = ARRAY(SELECT DISTINCT lower("tool") FROM unnest("tools") AS "tool") WHERE "tools" <> '{}';
