import type { RelationOf } from "@/lib/db/raw/settle";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { relationOfRecords } from "@/lib/importers/otel/variants";

export const relationOfStored: RelationOf = (stored, received) =>
  relationOfRecords(stored as OtelRecord, received as OtelRecord);
