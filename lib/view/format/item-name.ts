import type { SourceKind } from "@/lib/core/vocabulary";
import { labelKind } from "../chart/palette";
import { revealText } from "./trace-text";

/** An id that only a program reads: a hash of the content, a random id of a message or a call. */
const OPAQUE =
  /^[a-z_]+:[0-9a-f]{12}$|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}|\b(?:msg|call|toolu|resp|fc|chatcmpl)[_-]\w{8,}/;

export function isOpaque(id: string): boolean {
  return OPAQUE.test(id);
}

/** What an item is called: its name, else its id where a person can read it, else its kind. */
export function nameItem(item: {
  readonly name: string | null;
  readonly sourceId: string;
  readonly kind: SourceKind | null;
}): string {
  if (item.name !== null) return revealText(item.name);
  return item.kind !== null && isOpaque(item.sourceId) ? labelKind(item.kind) : revealText(item.sourceId);
}
