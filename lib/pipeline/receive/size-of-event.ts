import type { TraceEvent } from "@/lib/core/trace/event";

/** The characters of an event's texts: nearly all of what it takes. */
export function sizeOfEvent(event: TraceEvent): number {
  if (event.type === "block.recorded") return event.block.content?.length ?? 0;
  if (event.type !== "turn.recorded") return 0;
  const { entries = [], append = [], change = [] } = event.window ?? {};
  return [...entries, ...append, ...change, ...(event.output ?? [])].reduce(
    (sum, entry) => sum + (typeof entry === "string" ? 0 : (entry.content?.length ?? 0)),
    0,
  );
}
