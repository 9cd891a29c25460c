import type { RelationOf } from "@/lib/db/raw/dedupe-records";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { compareRecords } from "@/lib/importers/otel/variants";

export const compareStored: RelationOf = (storedRecord, receivedRecord) =>
  compareRecords(storedRecord as OtelRecord, receivedRecord as OtelRecord);
