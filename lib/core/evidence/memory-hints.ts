import type { Block } from "../trace/session";
import type { SourceKind } from "../vocabulary";
import { enclosingPlaces } from "./values/enclosing";

/**
 * Knows the hosts and folders that only memories named. A call to a place there used the memory, even if the
 * memory does not give the whole place: "host: db.example" and `https://db.example/x`.
 */
export class MemoryHints {
  private readonly ofMemories = new Set<string>();
  private readonly named = new Set<string>();
  private readonly hasMemories: boolean;

  constructor(blocks: readonly Pick<Block, "kind">[]) {
    this.hasMemories = blocks.some(({ kind }) => kind === "memory");
  }

  /** A place that a memory gave stays the memory's when the model repeats it. */
  enter(value: string, kind: SourceKind): void {
    if (!this.hasMemories) return;
    if (kind === "memory") {
      if (!this.named.has(value)) this.ofMemories.add(value);
      return;
    }
    const isOfModel = kind === "assistant_text" || kind === "thinking" || kind === "tool_call";
    for (const place of [value, ...enclosingPlaces(value)])
      if (!isOfModel || !this.ofMemories.has(place)) this.named.add(place);
  }

  placeOf(value: string): string | null {
    if (this.ofMemories.size === 0) return null;
    return enclosingPlaces(value).find((one) => this.ofMemories.has(one) && !this.named.has(one)) ?? null;
  }
}
