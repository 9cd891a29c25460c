import type { BlockFact, BlockOf, EdgeFact, PlanFact } from "../answers";
import { isDangling } from "@/lib/core/evidence/use-state";
import { groupColor, findPaletteGroup } from "../chart/palette";
import { stripLead } from "../format/trace-text";
import { pickStatusLook } from "./states";
import { findEnteredTurn, planBlockName, shortenStart, shortenEnd } from "./words";
import { makeEvidenceKey } from "../format/address-words";

export interface GraphNode {
  readonly key: string;
  readonly band: "use" | "evidence";
  readonly x: number;
  readonly y: number;
  readonly title: string;
  readonly subtitle: string;
  readonly color: string;
  readonly faded: boolean;
  /** A step that needs missing evidence, or evidence that was missing when it was needed. */
  readonly dangling: boolean;
}

export interface GraphOptions {
  /** The turn to show. Later nodes and evicted evidence are faded. */
  readonly cursor: number | null;
  /** Else only those that something of the graph leads to. */
  readonly allSteps: boolean;
  /** Edges to show with both ends, while no turn is chosen. */
  readonly inSight: readonly EdgeFact[];
}

/** The column of steps that have not run. */
export const NOT_RUN = Infinity;

export interface PlacedNode {
  readonly turn: number;
  readonly make: (x: number, y: number) => GraphNode;
}

/** The key of the node where an edge ends: the step in the turn in which it ran, else the call or the answer. */
export function makeUseKey({ to }: EdgeFact, plans: readonly PlanFact[]): string {
  const step = plans.find(({ id }) => id === to.planId)?.steps.find(({ id }) => id === to.step);
  const ranThen = step !== undefined && (step.executedTurn ?? to.turn) === to.turn;
  return ranThen || to.blockId === null ? makeStepKey(to.planId ?? "", to.step ?? "") : `block:${to.blockId}`;
}

export function makeStepKey(plan: string, step: string): string {
  return `step:${plan}/${step}`;
}

export function listStepNodes(
  plans: readonly PlanFact[],
  edges: readonly EdgeFact[],
  { cursor, allSteps }: GraphOptions,
): PlacedNode[] {
  const used = new Map<string, boolean>();
  for (const edge of edges) {
    const key = makeUseKey(edge, plans);
    used.set(key, (used.get(key) ?? false) || isProblem(edge));
  }
  return plans.flatMap((plan) =>
    plan.steps.flatMap((step): PlacedNode[] => {
      const key = makeStepKey(plan.id, step.id);
      if (!used.has(key) && !allSteps) return [];
      const turn = step.executedTurn ?? NOT_RUN;
      const status = pickStatusLook(step.changes.at(-1)?.status ?? "pending");
      const node = {
        key,
        band: "use" as const,
        ...makeStepNames(step, status.glyph),
        color: "var(--kind-plan)",
        faded: cursor !== null && turn > cursor,
        dangling: used.get(key) ?? false,
      };
      return [{ turn, make: (x, y) => ({ ...node, x, y }) }];
    }),
  );
}

const TITLE_CHARS = 20;
const SUBTITLE_CHARS = 22;

/** The id first, as the harness calls the step, unless it would have to be cut: then it names nothing. */
function makeStepNames({ id, text }: PlanFact["steps"][number], glyph: string) {
  const [first, second] = id.length > TITLE_CHARS && text.trim() !== "" ? [text, id] : [id, text];
  return {
    title: shortenStart(first, TITLE_CHARS),
    subtitle: `${glyph} ${shortenStart(second, SUBTITLE_CHARS)}`,
  };
}

export function listCallNodes(
  edges: readonly EdgeFact[],
  plans: readonly PlanFact[],
  blockOf: BlockOf,
  cursor: number | null,
): PlacedNode[] {
  const made = new Map<string, PlacedNode>();
  for (const edge of edges) {
    const key = makeUseKey(edge, plans);
    if (key.startsWith("step:") || made.has(key)) continue;
    const block = blockOf(edge.to.blockId);
    const node = {
      key,
      band: "use" as const,
      title: shortenStart(planBlockName(block), 20),
      subtitle: edge.to.step === null ? describePlanBlock(block) : `in ${shortenStart(edge.to.step, 20)}`,
      color: groupColor(findPaletteGroup(block?.sourceKind ?? "other")),
      faded: cursor !== null && edge.to.turn > cursor,
      dangling: edges.some((other) => isProblem(other) && other.to.blockId === edge.to.blockId),
    };
    made.set(key, { turn: edge.to.turn, make: (x, y) => ({ ...node, x, y }) });
  }
  return [...made.values()];
}

const ABOUT_CHARS = 24;

/** What tells a block from others of its name: a path, a command, a query; else how it begins. */
export function describePlanBlock(block: BlockFact | undefined): string {
  const hint = block?.hint ?? "";
  const text = hint === "" ? stripLead(block?.preview ?? "") : hint;
  return isPlace(text) ? shortenEnd(text, ABOUT_CHARS) : shortenStart(text, ABOUT_CHARS);
}

function isPlace(text: string): boolean {
  return /[/\\]/.test(text) && !/\s/.test(text);
}

export function makeEvidenceNode(
  id: string,
  edges: readonly EdgeFact[],
  blockOf: BlockOf,
  cursor: number | null,
): PlacedNode {
  const block = blockOf(id);
  const node = {
    key: makeEvidenceKey(id),
    band: "evidence" as const,
    title: shortenStart(planBlockName(block), 20),
    subtitle: describePlanBlock(block),
    color: groupColor(findPaletteGroup(block?.sourceKind ?? "other")),
    faded: cursor !== null && !isStanding(block, cursor),
    dangling: edges.some((edge) => edge.from === id && isProblem(edge)),
  };
  return { turn: findEnteredTurn(block) ?? 0, make: (x, y) => ({ ...node, x, y }) };
}

function isStanding(block: BlockFact | undefined, turn: number): boolean {
  return (block?.residencies ?? []).some(
    ({ from, to, mode }) => from <= turn && (to === null || to >= turn) && mode !== "reference",
  );
}

export function isProblem(edge: EdgeFact): boolean {
  return edge.executed && isDangling(edge);
}
