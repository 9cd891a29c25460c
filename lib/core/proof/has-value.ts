import { isRecord } from "../is-record";

/** Whether a record has the value in one of its fields. */
export function hasValue(record: unknown, value: string | number | boolean | null): boolean {
  const open: unknown[] = [record];
  for (let at = 0; at < open.length; at++) {
    const item = open[at];
    if (item === value) return true;
    if (Array.isArray(item)) open.push(...(item as unknown[]));
    else if (isRecord(item)) open.push(...Object.values(item));
  }
  return false;
}
