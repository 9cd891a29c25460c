-- Who made a key answers for it, also where they have left since: such a key works again once an owner takes it over.
UPDATE "api_key" SET "giver" = "created_by";
