import { ToolCalls } from "../../messages/tool-calls";
import type { CallStep, SessionStep } from "../../sessions/define-format";
import type { SeenItem } from "../../shared/request-tracker";
import type { Loose } from "../../shared/values";
import type { ConversationEvent } from "./event";
import { readEvent } from "./event";

/** What an event brought into the window. */
interface Said {
  readonly event: string;
  readonly items: readonly SeenItem[];
}

/**
 * Events of one answer are one call. A condensation names the events that it forgets and the place of its
 * summary.
 */
export function* readStepsOfConversation(
  events: readonly Loose[],
  fieldsOf: (response: string) => Pick<CallStep, "usage" | "model" | "contextWindow">,
): Generator<SessionStep> {
  const calls = new ToolCalls();
  let standing: Said[] = [];
  let open: ConversationEvent[] = [];
  const window = () => standing.flatMap(({ items }) => items);
  function* answered(): Generator<SessionStep> {
    const [first, last] = [open[0], open.at(-1)];
    if (first?.response === undefined) return;
    yield {
      answer: open.flatMap(({ items }) => items),
      turnId: first.response,
      endedAt: last?.at,
      ...fieldsOf(first.response),
    };
    standing.push(...open.map(({ id, items }) => ({ event: id, items })));
    open = [];
  }
  for (const raw of events) {
    const event = readEvent(raw, calls);
    if (event.response !== open[0]?.response) yield* answered();
    if (event.response !== undefined) open.push(event);
    else if (event.kind === "Condensation") {
      standing = condense(standing, event);
      yield { window: window(), edit: { at: event.at } };
    } else {
      const first = standing.findIndex(({ items }) => items.some(({ slot }) => slot === "system"));
      if (event.kind.startsWith("SystemPrompt") && first >= 0) {
        const fresh = new Set(event.items.map(({ slot }) => slot));
        const stays = standing[first]?.items.filter(({ slot }) => !fresh.has(slot)) ?? [];
        standing[first] = { event: event.id, items: [...event.items, ...stays] };
        yield { window: window() };
      } else if (event.items.length > 0) {
        standing.push({ event: event.id, items: event.items });
        yield { add: event.items };
      }
    }
  }
  yield* answered();
}

function condense(standing: readonly Said[], { raw, id }: ConversationEvent): Said[] {
  const ids = Array.isArray(raw.forgotten_event_ids) ? (raw.forgotten_event_ids as unknown[]) : [];
  const forgotten = new Set(ids);
  const content = raw.summary;
  const kept = standing.filter(({ event }) => !forgotten.has(event));
  const place = typeof raw.summary_offset === "number" ? Math.max(0, raw.summary_offset) : kept.length;
  if (content !== undefined)
    kept.splice(place, 0, { event: `${id}-summary`, items: [{ kind: "compaction_summary", content }] });
  return kept;
}
