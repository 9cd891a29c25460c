import type { RelationOf } from "@/lib/db/raw/settle";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { relationOfRecords } from "@/lib/importers/otel/variants";

/** How a record that comes again relates to the one that is stored under its id. */
export const relationOfStored: RelationOf = (stored, received) =>
  relationOfRecords(stored as OtelRecord, received as OtelRecord);
