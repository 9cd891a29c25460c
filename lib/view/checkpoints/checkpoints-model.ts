import { makePendingNotice } from "../waiting";
import type { CheckpointsInput, CheckpointFact } from "../answers";
import { FIELD_NAMES } from "@/lib/core/checkpoint/fields";
import type { CarryOutcome } from "@/lib/core/findings/integrity/restart";
import { count, formatPercent, plural } from "../format/format";
import { revealText } from "../format/trace-text";

export interface CheckpointRow {
  readonly key: string;
  readonly turn: number | null;
  readonly turns: readonly number[];
  readonly title: string;
  readonly href: string | null;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly fields: readonly FieldRow[];
  readonly restarts: readonly RestartRow[];
}

export interface FieldRow {
  readonly name: string;
  readonly text: string;
  readonly mark: string;
  readonly word: "there" | "not enough" | "missing";
}

export interface RestartRow {
  readonly turn: number;
  readonly title: string;
  readonly href: string;
  readonly summary: string;
  readonly items: readonly {
    readonly key: string;
    readonly what: string;
    readonly text: string;
    readonly outcome: CarryOutcome;
    readonly mark: string;
    readonly word: string;
    readonly href: string | null;
  }[];
}

export interface CheckpointsModel {
  /** How many there were, and what the restarts lost. */
  readonly summary: string;
  readonly rows: readonly CheckpointRow[];
  /** `example` is an event that would be a checkpoint; `null` where that is not what is missing. */
  readonly empty: { readonly title: string; readonly text: string; readonly example: string | null } | null;
}

const OUTCOME_LOOKS: Readonly<Record<CarryOutcome, { readonly mark: string; readonly word: string }>> = {
  lost: { mark: "✕", word: "lost" },
  paraphrased: { mark: "≈", word: "in other words" },
  kept: { mark: "=", word: "word for word" },
};
const WORST_FIRST: readonly CarryOutcome[] = ["lost", "paraphrased", "kept"];

const EXAMPLE = JSON.stringify(
  {
    id: "checkpoint-1",
    session: "order-7",
    at: "2026-01-01T10:00:07Z",
    type: "checkpoint.taken",
    turn: 2,
    state: {
      task: "Refund order 7 if the customer is within 30 days.",
      constraints: ["Never refund twice."],
      plan: ["check the date of the order", "refund"],
      nextAction: "check the date of the order",
    },
  },
  null,
  2,
);

export function buildCheckpointsModel(facts: CheckpointsInput, base: string): CheckpointsModel {
  if (facts.checkpoints === null || facts.checkpoints.length === 0)
    return {
      summary: "",
      rows: [],
      empty: facts.analysed
        ? {
            title: "No checkpoint",
            text: "This session took no checkpoint and was not restarted from one. A harness that saves the state of a run can say so with an event: Sightglass then shows what the state contains, what it lacks, and what a restart from it lost. Post it to /api/v1/events, or add it to a span as ctx.checkpoint.",
            example: EXAMPLE,
          }
        : {
            ...makePendingNotice("Whether it took a checkpoint", facts.pending),
            example: null,
          },
    };
  return {
    summary: writeSummary(facts.checkpoints),
    rows: facts.checkpoints.map((checkpoint, i) => buildRow(checkpoint, i, base)),
    empty: null,
  };
}

function writeSummary(checkpoints: readonly CheckpointFact[]): string {
  const takenCount = checkpoints.filter(({ turn }) => turn !== null).length;
  const restarts = checkpoints.flatMap((checkpoint) => checkpoint.restarts);
  const losses = restarts.flatMap(({ turn, items }) => {
    const lostItems = items?.filter(({ outcome }) => outcome === "lost").length ?? 0;
    return lostItems === 0
      ? []
      : [`the restart at turn ${turn} lost ${count(lostItems)} of ${plural(items?.length ?? 0, "thing")}`];
  });
  const isKnown = restarts.every(({ items }) => items !== null);
  const outcome =
    losses.length > 0
      ? `: ${losses.join(", ")}`
      : restarts.length === 0
        ? ""
        : isKnown
          ? ": nothing was lost"
          : ": what they lost is not known";
  return `${plural(takenCount, "checkpoint")}, ${plural(restarts.length, "restart")}${outcome}.`;
}

function buildRow(checkpoint: CheckpointFact, place: number, base: string): CheckpointRow {
  return {
    key: `${place}`,
    turn: checkpoint.turn,
    turns: [checkpoint.turn ?? [], checkpoint.restarts.map(({ turn }) => turn)].flat(),
    title:
      checkpoint.turn === null ? "Restart without a checkpoint" : `Checkpoint at turn ${checkpoint.turn}`,
    href: checkpoint.turn === null ? null : turnHrefOf(base, checkpoint.turn),
    facts: buildFacts(checkpoint),
    fields: checkpoint.entries.map(({ field, text, isEnough }) => ({
      name: FIELD_NAMES[field],
      text: text === null ? "" : revealText(writeStateText(text)),
      ...(text === null
        ? { mark: "✕", word: "missing" as const }
        : isEnough
          ? { mark: "✓", word: "there" as const }
          : { mark: "!", word: "not enough" as const }),
    })),
    restarts: checkpoint.restarts.map((restart) => buildRestart(restart, base)),
  };
}

function buildFacts({
  turn,
  window,
  budget,
  turnsLeft,
  turnsNeeded,
}: CheckpointFact): CheckpointRow["facts"] {
  if (turn === null) return [];
  const share =
    window === null || budget === null || budget === 0
      ? ""
      : ` (${formatPercent(window / budget)} of the budget)`;
  return [
    { label: "Window", value: `${count(window)}${share}` },
    { label: "Turns that still fitted", value: count(turnsLeft) },
    { label: "Turns that followed", value: turnsNeeded === null ? "not over" : count(turnsNeeded) },
    ...(turnsLeft === null || turnsNeeded === null
      ? []
      : [{ label: "It was", value: turnsNeeded <= turnsLeft ? "not needed" : "needed" }]),
  ];
}

function buildRestart({ turn, reason, items }: CheckpointFact["restarts"][number], base: string): RestartRow {
  const sorted = [...(items ?? [])].sort(
    (a, b) => WORST_FIRST.indexOf(a.outcome) - WORST_FIRST.indexOf(b.outcome),
  );
  const times = (outcome: CarryOutcome) => sorted.filter((item) => item.outcome === outcome).length;
  const sentence =
    items === null
      ? "The window after it is not known."
      : items.length === 0
        ? "There was nothing to carry over."
        : `Of ${plural(items.length, "thing")} to carry over, ${times("kept")} kept, ${times("paraphrased")} in other words, ${times("lost")} lost.`;
  return {
    turn,
    title: `Restart at turn ${turn}`,
    href: turnHrefOf(base, turn),
    summary:
      reason === null ? sentence : `${revealText(reason).replace(/(?<![.\s])[.\s]+$/, "")}. ${sentence}`,
    items: sorted.map(({ what, text, blockId, outcome }, i) => ({
      key: `${i}`,
      what,
      text: revealText(text),
      outcome,
      ...OUTCOME_LOOKS[outcome],
      href:
        blockId === null
          ? null
          : `${base}/blocks/${encodeURIComponent(blockId)}?value=${encodeURIComponent(text.slice(0, 400))}`,
    })),
  };
}

function turnHrefOf(base: string, turn: number): string {
  return `${base}/turns/${turn}`;
}

/** A value of a checkpoint's state to read: a list has a line for each entry, an object names its fields. */
export function writeStateText(text: string): string {
  const value = parseOrKeep(text);
  if (Array.isArray(value)) return value.map((entry: unknown) => writeEntryText(entry)).join("\n");
  return typeof value === "object" && value !== null ? listLines(value).join("\n") : text;
}

function writeEntryText(value: unknown): string {
  const isNamed = typeof value === "object" && value !== null && !Array.isArray(value);
  return isNamed ? listLines(value).join(" · ") : stripMarks(value);
}

function listLines(value: object): string[] {
  return Object.entries(value).map(([name, part]) => `${name}: ${stripMarks(part)}`);
}

function stripMarks(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
