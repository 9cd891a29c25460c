import type { BlockFact, BlockOf, EdgeFact, PlanFact } from "../answers";
import { isDangling } from "@/lib/core/evidence/use-state";
import { groupColor, paletteGroup } from "../chart/palette";
import { withoutLead } from "../format/trace-text";
import { statusLook } from "./states";
import { enteredTurn, planBlockName, short, shortEnd } from "./words";
import { keyOfEvidence } from "../format/address-words";

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
export function keyOfUse({ to }: EdgeFact, plans: readonly PlanFact[]): string {
  const step = plans.find(({ id }) => id === to.planId)?.steps.find(({ id }) => id === to.step);
  const ranThen = step !== undefined && (step.executedTurn ?? to.turn) === to.turn;
  return ranThen || to.blockId === null ? stepKey(to.planId ?? "", to.step ?? "") : `block:${to.blockId}`;
}

export function stepKey(plan: string, step: string): string {
  return `step:${plan}/${step}`;
}

export function stepNodes(
  plans: readonly PlanFact[],
  edges: readonly EdgeFact[],
  { cursor, allSteps }: GraphOptions,
): PlacedNode[] {
  const used = new Map<string, boolean>();
  for (const edge of edges) {
    const key = keyOfUse(edge, plans);
    used.set(key, (used.get(key) ?? false) || isProblem(edge));
  }
  return plans.flatMap((plan) =>
    plan.steps.flatMap((step): PlacedNode[] => {
      const key = stepKey(plan.id, step.id);
      if (!used.has(key) && !allSteps) return [];
      const turn = step.executedTurn ?? NOT_RUN;
      const status = statusLook(step.changes.at(-1)?.status ?? "pending");
      const node = {
        key,
        band: "use" as const,
        ...stepNames(step, status.glyph),
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
function stepNames({ id, text }: PlanFact["steps"][number], glyph: string) {
  const [first, second] = id.length > TITLE_CHARS && text.trim() !== "" ? [text, id] : [id, text];
  return { title: short(first, TITLE_CHARS), subtitle: `${glyph} ${short(second, SUBTITLE_CHARS)}` };
}

export function callNodes(
  edges: readonly EdgeFact[],
  plans: readonly PlanFact[],
  blockOf: BlockOf,
  cursor: number | null,
): PlacedNode[] {
  const made = new Map<string, PlacedNode>();
  for (const edge of edges) {
    const key = keyOfUse(edge, plans);
    if (key.startsWith("step:") || made.has(key)) continue;
    const block = blockOf(edge.to.blockId);
    const node = {
      key,
      band: "use" as const,
      title: short(planBlockName(block), 20),
      subtitle: edge.to.step === null ? about(block) : `in ${short(edge.to.step, 20)}`,
      color: groupColor(paletteGroup(block?.sourceKind ?? "other")),
      faded: cursor !== null && edge.to.turn > cursor,
      dangling: edges.some((other) => isProblem(other) && other.to.blockId === edge.to.blockId),
    };
    made.set(key, { turn: edge.to.turn, make: (x, y) => ({ ...node, x, y }) });
  }
  return [...made.values()];
}

const ABOUT_CHARS = 24;

/** What tells a block from others of its name: a path, a command, a query; else how it begins. */
function about(block: BlockFact | undefined): string {
  const hint = block?.hint ?? "";
  const text = hint === "" ? withoutLead(block?.preview ?? "") : hint;
  return isPlace(text) ? shortEnd(text, ABOUT_CHARS) : short(text, ABOUT_CHARS);
}

function isPlace(text: string): boolean {
  return /[/\\]/.test(text) && !/\s/.test(text);
}

export function evidenceNode(
  id: string,
  edges: readonly EdgeFact[],
  blockOf: BlockOf,
  cursor: number | null,
): PlacedNode {
  const block = blockOf(id);
  const node = {
    key: keyOfEvidence(id),
    band: "evidence" as const,
    title: short(planBlockName(block), 20),
    subtitle: about(block),
    color: groupColor(paletteGroup(block?.sourceKind ?? "other")),
    faded: cursor !== null && !standsAt(block, cursor),
    dangling: edges.some((edge) => edge.from === id && isProblem(edge)),
  };
  return { turn: enteredTurn(block) ?? 0, make: (x, y) => ({ ...node, x, y }) };
}

function standsAt(block: BlockFact | undefined, turn: number): boolean {
  return (block?.residencies ?? []).some(
    ({ from, to, mode }) => from <= turn && (to === null || to >= turn) && mode !== "reference",
  );
}

export function isProblem(edge: EdgeFact): boolean {
  return edge.executed && isDangling(edge);
}
