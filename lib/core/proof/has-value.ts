import { isRecord } from "../is-record";

/** Whether a record has the value in one of its fields. */
export function hasValue(record: unknown, value: string | number | boolean | null): boolean {
  const open: unknown[] = [record];
  for (let at = 0; at < open.length; at++) {
    const one = open[at];
    if (one === value) return true;
    if (Array.isArray(one)) open.push(...(one as unknown[]));
    else if (isRecord(one)) open.push(...Object.values(one));
  }
  return false;
}
