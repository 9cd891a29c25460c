import { canonicalJson, contentHash } from "@/lib/core/hash";
import type { OtelRecord } from "../../otel/spans/record";

/** The spans of an import so far: one that is sent or written twice is the same span. */
export class SpansSeen {
  private readonly contents = new Map<string, string>();

  /** Takes in a record; says whether it was there before, and whether as it is now. Log records have no ids. */
  note(record: OtelRecord): "new" | "repeated" | "differs" {
    if (record.signal !== "span") return "new";
    const key = `${record.traceId} ${record.spanId}`;
    const content = contentHash(canonicalJson({ ...record }));
    const before = this.contents.get(key);
    if (before === undefined) this.contents.set(key, content);
    if (before === undefined) return "new";
    return before === content ? "repeated" : "differs";
  }
}
