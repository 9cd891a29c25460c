import { canonicalJson, contentHash } from "@/lib/core/hash";
import { spanFacts } from "../../otel/dialects";
import type { OtelRecord } from "../../otel/spans/record";

export class SilentSpans {
  private readonly parents = new Set<string>();
  private readonly silent: { readonly keys: readonly string[]; readonly name: string }[] = [];

  note(spans: readonly OtelRecord[]): void {
    for (const { traceId, parentSpanId } of spans)
      if (parentSpanId !== "") this.parents.add(`${traceId} ${parentSpanId}`);
    if (spans.length === 0 || spans.some((span) => spanFacts(span).length > 0)) return;
    this.silent.push({ keys: spans.map(keyOf), name: spans[0]?.name ?? "" });
  }

  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { keys, name } of this.silent)
      if (!keys.some((key) => this.parents.has(key))) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  }
}

function keyOf({ traceId, spanId }: OtelRecord): string {
  return `${traceId} ${spanId}`;
}

export class SpansSeen {
  private readonly contents = new Map<string, string>();

  note(record: OtelRecord): "new" | "repeated" | "differs" {
    if (record.signal !== "span") return "new";
    const key = keyOf(record);
    const content = contentHash(canonicalJson({ ...record }));
    const before = this.contents.get(key);
    if (before === undefined) this.contents.set(key, content);
    if (before === undefined) return "new";
    return before === content ? "repeated" : "differs";
  }
}
