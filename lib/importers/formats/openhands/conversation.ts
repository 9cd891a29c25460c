import type { TraceEventOf } from "@/lib/core/trace/event";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { argumentsIn, ToolCalls } from "../../messages/tool-calls";
import { idIn, nameIn } from "../../shared/bounds";
import { GoalMark } from "../../shared/goal-mark";
import { PlanLog } from "../../shared/plan-log";
import type { StatedStep } from "@/lib/core/evidence/plan/steps/step-identity";
import { statusOfWord } from "@/lib/core/evidence/plan/readers/statuses";
import { Transcript } from "../../sessions/transcript";
import type { Loose } from "../../shared/values";
import { definedFields, recordsOf, stringOf } from "../../shared/values";
import type { ConversationEvent } from "./event";
import { eventOf } from "./event";

type TurnFields = Pick<TraceEventOf<"turn.recorded">, "usage" | "model" | "contextWindow">;

/**
 * Events of one answer are one call. A condensation names the events that it forgets and the place of its
 * summary.
 */
export class OpenHandsConversation {
  private readonly calls = new ToolCalls();
  private readonly goal = new GoalMark();
  private readonly transcript: Transcript;
  private readonly tasks: PlanLog;
  private standing: { readonly event: string; readonly items: readonly SeenItem[] }[] = [];
  private open: ConversationEvent[] = [];

  constructor(
    private readonly writer: SessionWriter,
    private readonly fieldsOf: (response: string) => Partial<TurnFields>,
  ) {
    this.transcript = new Transcript(writer);
    this.tasks = new PlanLog(writer, "tasks");
  }

  take(raw: Loose): void {
    const event = eventOf(raw, this.calls);
    if (event.response !== this.open[0]?.response) this.flush();
    if (event.response !== undefined) this.open.push(event);
    else if (event.kind === "Condensation") this.condense(event);
    else if (event.kind.startsWith("SystemPrompt")) this.prompt(event);
    else this.hear(event.id, this.goal.mark(event.items));
  }

  end(): void {
    this.flush();
    this.transcript.end();
  }

  private hear(event: string, items: readonly SeenItem[]): void {
    if (items.length === 0) return;
    this.standing.push({ event, items });
    this.transcript.add(items);
  }

  private prompt({ id, items }: ConversationEvent): void {
    const first = this.standing.findIndex((entry) => entry.items.some(({ slot }) => slot === "system"));
    if (first < 0) return this.hear(id, items);
    const fresh = new Set(items.map(({ slot }) => slot));
    const stays = this.standing[first]?.items.filter(({ slot }) => !fresh.has(slot)) ?? [];
    this.standing[first] = { event: id, items: [...items, ...stays] };
    this.transcript.replace(this.standing.flatMap((entry) => entry.items));
  }

  private condense({ at, raw, id }: ConversationEvent): void {
    const ids = Array.isArray(raw.forgotten_event_ids) ? (raw.forgotten_event_ids as unknown[]) : [];
    const forgotten = new Set(ids);
    const summary = stringOf(raw.summary);
    const kept = this.standing.filter(({ event }) => !forgotten.has(event));
    const place = typeof raw.summary_offset === "number" ? Math.max(0, raw.summary_offset) : kept.length;
    if (summary !== undefined) {
      const items = [{ kind: "compaction_summary" as const, content: summary }];
      kept.splice(place, 0, { event: `${id}-summary`, items });
    }
    this.standing = kept;
    const { left, blocks } = this.transcript.replace(kept.flatMap(({ items }) => items));
    const summaryBlock = blocks.find(
      ({ kind, content }) => kind === "compaction_summary" && content === summary,
    )?.id;
    this.writer.write("context.edited", {
      at,
      turn: this.writer.turn,
      how: "compacted",
      blocks: [...left],
      ...definedFields({ summaryBlock }),
    });
  }

  private flush(): void {
    const said = this.open.splice(0);
    const [first, last] = [said[0], said.at(-1)];
    if (first?.response === undefined || last === undefined) return;
    const { turn, output } = this.transcript.call(
      said.flatMap(({ items }) => items),
      {
        at: null,
        turnId: first.response,
        ...definedFields({ endedAt: last.at }),
        ...this.fieldsOf(first.response),
      },
    );
    for (const { id, items } of said) this.standing.push({ event: id, items });
    for (const { id, kind, toolName, content } of output) {
      if (kind !== "tool_call" || toolName !== "task_tracker") continue;
      const steps = recordsOf(argumentsIn(content).task_list).flatMap(taskStep);
      if (steps.length > 0) this.tasks.state({ turn, at: last.at, block: id }, steps);
    }
  }
}

function taskStep({ id, title, status }: Loose): StatedStep[] {
  const text = nameIn(title);
  return text === undefined ? [] : [{ id: idIn(id), text, status: statusOfWord(status) }];
}
