import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { SessionRole } from "@/lib/core/vocabulary";
import { nameIn } from "../shared/bounds";
import { titleOf } from "../shared/titles";
import type { Call } from "./calls";
import { findDialect } from "./dialects";
import type { PlacedRecord } from "./places";
import { makePlacedRecord } from "./places";
import type { DeclaredSession } from "./declared-session";
import { describeCacheReadings, type MeasuredCall } from "../shared/cached-input";
import type { Aside, TurnTime } from "./write-lineage";
import { convertToInstant } from "./instant";
import { LineageWriter } from "./write-lineage";
import { listMessageItems } from "./spans/messages";

interface Parent {
  readonly session: string;
  readonly toolCallId?: string;
}

export interface SessionSetting {
  readonly role: SessionRole;
  readonly declared: DeclaredSession | null;
  readonly parentOf: (records: readonly PlacedRecord[]) => Parent | undefined;
}

export interface SessionGrowth {
  readonly events: readonly TraceEvent[];
  readonly removed: readonly string[];
}

export class ProjectedSession {
  private readonly writer: SessionWriter;
  private readonly lineage: LineageWriter;
  private readonly records: PlacedRecord[] = [];
  private first: { readonly at: number; readonly format: string } | undefined;
  private model: string | undefined;
  private opening: string | undefined;
  private isOpened = false;
  private readonly readings: MeasuredCall[] = [];
  private drafts = new Map<string, string>();

  constructor(
    readonly id: string,
    aside: Aside,
    private readonly isSubagent: boolean,
  ) {
    this.writer = new SessionWriter(id);
    this.lineage = new LineageWriter(this.writer, aside);
  }

  turnTimes(): readonly TurnTime[] {
    return this.lineage.turnTimes();
  }

  /** @throws BelongsEarlier when the calls change earlier ones */
  write(calls: readonly Call[]): void {
    for (const call of calls) this.note(call);
    this.lineage.writeAll(calls);
  }

  take(frame: SessionSetting): SessionGrowth {
    this.lineage.writeRuns();
    const outdated = this.lineage.outdated.splice(0);
    const writtenEvents = this.writer.take().filter(({ id }) => !outdated.includes(id));
    const drafts = [this.buildStarted(frame), ...this.lineage.writeTail()];
    const before = this.drafts;
    this.drafts = new Map(drafts.map((event) => [event.id, JSON.stringify(event)]));
    const now = new Set([...this.drafts.keys(), ...writtenEvents.map(({ id }) => id)]);
    const goneIds = [...before.keys(), ...outdated].filter((id) => !now.has(id));
    return {
      events: [...drafts.filter(({ id }) => before.get(id) !== this.drafts.get(id)), ...writtenEvents],
      removed: [...new Set(goneIds)],
    };
  }

  private note(call: Call): void {
    if (this.isSubagent) this.records.push(...call.parts.map(({ record }) => makePlacedRecord(record)));
    const [part] = call.parts;
    this.first ??= {
      at: call.at,
      format: (part === undefined ? undefined : findDialect(part.record)?.id) ?? "otel",
    };
    this.model ??= call.model;
    if (
      describeCacheReadings([...this.readings, call]).join() !== describeCacheReadings(this.readings).join()
    )
      this.readings.push({ model: call.model, usage: call.usage });
    if (this.isOpened || call.messages === undefined) return;
    this.isOpened = true;
    this.opening = listMessageItems(call.messages).find((item) => item.kind === "user_message")?.content;
  }

  private buildStarted({ role, declared, parentOf }: SessionSetting): TraceEvent {
    const goal = titleOf(declared?.name ?? this.opening);
    const { agent, contextWindow, budgets } = declared ?? {};
    const parent = parentOf(this.records);
    const { model } = this;
    const [event] = this.writer.draftEvents([
      [
        "session.started",
        {
          at: convertToInstant(this.first?.at ?? 0),
          role,
          source: { format: this.first?.format ?? "otel" },
          ...(goal !== undefined && { name: goal }),
          ...(agent !== undefined && { agent: nameIn(agent) ?? agent }),
          ...(model !== undefined && { model }),
          ...(contextWindow !== undefined && { contextWindow }),
          ...(parent !== undefined && { parent }),
          ...(budgets?.total !== undefined && { budget: budgets.total }),
          ...(budgets !== undefined && { attributes: makeBudgetAttributes(budgets) }),
          notes: [...listNotes(this.lineage), ...describeCacheReadings(this.readings)],
        },
      ],
    ]);
    if (event === undefined) throw new Error("a draft gives an event");
    return event;
  }
}

function makeBudgetAttributes(budgets: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(budgets).map(([source, of]) => [`budget.${source}`, of]));
}

const NOTES: Readonly<Record<string, string>> = {
  delta: "Requests hold only what is new; each window was rebuilt from the call before it.",
  aliased:
    "Requests were written down after the run had gone on; each window was cut where the call's own answer stands.",
  unknown: "Some calls were sent without their messages: their windows are known by their totals only.",
};

const NOT_KEPT_SHOWN = 20;

function listNotes({
  modes,
  editsApplied,
  notKept,
}: Pick<LineageWriter, "modes" | "editsApplied" | "notKept">): string[] {
  const notes = Object.keys(NOTES).flatMap((mode) => (modes.has(mode as never) ? [NOTES[mode] ?? ""] : []));
  if (editsApplied)
    notes.push(
      "The provider edited requests before the model saw them. The windows are those that the model saw; the requests held everything.",
    );
  notes.push(...notKept.slice(0, NOT_KEPT_SHOWN).map(({ turn, what }) => `Turn ${turn}: ${what}.`));
  const moreTurns = notKept.length - NOT_KEPT_SHOWN;
  if (moreTurns > 0) notes.push(`Of ${moreTurns} more turns something was not kept either.`);
  return notes;
}
