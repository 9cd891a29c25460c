-- Words that are in every row as numbers (lib/db/derived/codes.ts), and tokens per source kind as bytes (lib/db/derived/by-source.ts).
ALTER TABLE "turn"
  ALTER COLUMN "context_window_provenance" DROP DEFAULT,
  ALTER COLUMN "context_window_provenance" TYPE SMALLINT USING (CASE "context_window_provenance" WHEN 'recorded' THEN 0 WHEN 'project settings' THEN 1 WHEN 'model table' THEN 2 WHEN 'harness default' THEN 3 ELSE 4 END),
  ALTER COLUMN "provenance" TYPE SMALLINT USING (CASE "provenance" WHEN 'measured' THEN 0 WHEN 'tokenized' THEN 1 WHEN 'estimated' THEN 2 WHEN 'inferred' THEN 3 ELSE 4 END),
  ALTER COLUMN "delta_provenance" TYPE SMALLINT USING (CASE "delta_provenance" WHEN 'measured' THEN 0 WHEN 'tokenized' THEN 1 WHEN 'estimated' THEN 2 WHEN 'inferred' THEN 3 ELSE 4 END),
  ALTER COLUMN "by_source" TYPE BYTEA USING (
      CASE WHEN coalesce("by_source"[1], 0) = 0 THEN ''::bytea ELSE '\x00'::bytea || int4send("by_source"[1]) END
      || CASE WHEN coalesce("by_source"[2], 0) = 0 THEN ''::bytea ELSE '\x01'::bytea || int4send("by_source"[2]) END
      || CASE WHEN coalesce("by_source"[3], 0) = 0 THEN ''::bytea ELSE '\x02'::bytea || int4send("by_source"[3]) END
      || CASE WHEN coalesce("by_source"[4], 0) = 0 THEN ''::bytea ELSE '\x03'::bytea || int4send("by_source"[4]) END
      || CASE WHEN coalesce("by_source"[5], 0) = 0 THEN ''::bytea ELSE '\x04'::bytea || int4send("by_source"[5]) END
      || CASE WHEN coalesce("by_source"[6], 0) = 0 THEN ''::bytea ELSE '\x05'::bytea || int4send("by_source"[6]) END
      || CASE WHEN coalesce("by_source"[7], 0) = 0 THEN ''::bytea ELSE '\x06'::bytea || int4send("by_source"[7]) END
      || CASE WHEN coalesce("by_source"[8], 0) = 0 THEN ''::bytea ELSE '\x07'::bytea || int4send("by_source"[8]) END
      || CASE WHEN coalesce("by_source"[9], 0) = 0 THEN ''::bytea ELSE '\x08'::bytea || int4send("by_source"[9]) END
      || CASE WHEN coalesce("by_source"[10], 0) = 0 THEN ''::bytea ELSE '\x09'::bytea || int4send("by_source"[10]) END
      || CASE WHEN coalesce("by_source"[11], 0) = 0 THEN ''::bytea ELSE '\x0a'::bytea || int4send("by_source"[11]) END
      || CASE WHEN coalesce("by_source"[12], 0) = 0 THEN ''::bytea ELSE '\x0b'::bytea || int4send("by_source"[12]) END
      || CASE WHEN coalesce("by_source"[13], 0) = 0 THEN ''::bytea ELSE '\x0c'::bytea || int4send("by_source"[13]) END
      || CASE WHEN coalesce("by_source"[14], 0) = 0 THEN ''::bytea ELSE '\x0d'::bytea || int4send("by_source"[14]) END
      || CASE WHEN coalesce("by_source"[15], 0) = 0 THEN ''::bytea ELSE '\x0e'::bytea || int4send("by_source"[15]) END
      || CASE WHEN coalesce("by_source"[16], 0) = 0 THEN ''::bytea ELSE '\x0f'::bytea || int4send("by_source"[16]) END
  ),
  ALTER COLUMN "by_source" SET NOT NULL;
