import type { BlockOf, EdgeFact, PlanFact, PlanInput } from "../answers";
import { useStateOf } from "@/lib/core/evidence/use-state";
import { count, plural } from "../format/format";
import { describePendingPart } from "../waiting";
import type { GraphModel } from "./graph";
import { layOutGraph } from "./graph";
import { findEvidenceByKey, makeEvidenceKey } from "../format/address-words";
import { describePlanBlock, isProblem, makeUseKey, makeStepKey } from "./graph-nodes";
import type { PlanRow } from "./plan-rows";
import { describeOutOfWindow, planRows } from "./plan-rows";
import type { StateLook } from "./states";
import { STATES, pickStateLook } from "./states";
import {
  findEnteredTurn,
  planBlockName,
  describeEdgeSentence,
  NAME_CHARS,
  describeProof,
  shortenStart,
} from "./words";

/** A graph with more nodes than this first draws only the problems. */
export const NODES_FIRST_MAX = 100;
const EDGES_DRAWN_MAX = 300;
/** Of more steps than this, first only those are drawn that lacked evidence. */
const STEPS_FIRST_MAX = 12;
const WORDS_MAX = 60;

export interface PlanOptions {
  readonly show: "problems" | "all" | null;
  readonly cursor: number | null;
  readonly selected: string | null;
}

export interface EdgeRow {
  readonly id: string;
  readonly look: StateLook;
  readonly kind: string;
  readonly turn: number;
  readonly use: string;
  readonly evidence: string;
  readonly entered: string;
  readonly left: string;
  readonly proof: string;
  readonly executed: boolean;
}

export interface EdgeDetail {
  readonly id: string;
  readonly look: StateLook;
  readonly sentence: string;
  readonly proof: string;
  readonly evidenceBlock: string;
  readonly evidencePreview: string;
  readonly value: string | null;
  readonly useBlock: string | null;
  readonly usePreview: string;
  readonly residualBlock: string | null;
  readonly refetchedBy: string | null;
  readonly turn: number;
}

export interface PlanModel {
  readonly summary: string;
  readonly notices: readonly string[];
  readonly legend: readonly (StateLook & { readonly count: string })[];
  readonly plans: readonly PlanRow[];
  readonly graph: GraphModel | null;
  /** What the graph leaves out; `null` when it is complete. */
  readonly hidden: string | null;
  readonly showsAll: boolean;
  readonly rows: readonly EdgeRow[];
  /** What the graph draws, in words. Paper that the graph is too wide for has these instead. */
  readonly drawn: { readonly rows: readonly EdgeRow[]; readonly more: string | null };
  readonly details: readonly EdgeDetail[];
  /** What is selected: as the reader chose, else the first use whose evidence was gone while no turn is chosen. */
  readonly selected: string | null;
  /** Whether what is selected is a use, evidence or a step of this session; also where only a part of its uses is here. */
  readonly isSelectionThere: boolean;
  readonly turnWords: string;
  readonly lastTurn: number;
  readonly isEmpty: boolean;
}

export function planModel(facts: PlanInput, options: PlanOptions): PlanModel {
  const blocks = new Map(facts.blocks.map((block) => [block.blockId, block]));
  const blockOf: BlockOf = (id) => (id === null ? undefined : blocks.get(id));
  const nameOf = makeUseNames(facts.plans, blockOf);
  const selected = options.selected ?? (options.cursor === null ? findFirstProblem(facts) : null);
  const chosenEdges = listSelectedEdges(facts, selected);
  const { drawn, showsAll } = chooseEdges(facts, options.show, chosenEdges);
  const graph =
    drawn.length === 0 && facts.plans.length === 0
      ? null
      : layOutGraph(drawn, facts.plans, blockOf, {
          cursor: options.cursor,
          allSteps: showsAll || drawn.length === 0 || countSteps(facts) <= STEPS_FIRST_MAX,
          // What is drawn for what went wrong is what a reader came for.
          inSight: chosenEdges.length > 0 || showsAll ? chosenEdges : drawn.slice(0, 1),
        });
  return {
    summary: writeSummary(facts),
    notices: listNotices(facts),
    legend: STATES.filter((state) => state === "dangling" || facts.counts?.[state] !== 0).map((state) => ({
      ...pickStateLook(state),
      count: facts.counts === null ? "–" : count(facts.counts[state] ?? 0),
    })),
    plans: planRows(facts.plans, options.cursor, findStep(selected, chosenEdges)),
    graph: graph === null || graph.nodes.length === 0 ? null : graph,
    hidden: describeHidden(facts, drawn.length, showsAll),
    showsAll,
    rows: facts.edges.map((edge) => buildRow(edge, blockOf, nameOf(edge))),
    drawn: {
      rows: drawn.slice(0, WORDS_MAX).map((edge) => buildRow(edge, blockOf, nameOf(edge))),
      more:
        drawn.length > WORDS_MAX
          ? `${count(drawn.length - WORDS_MAX)} more are in the table of this view.`
          : null,
    },
    selected,
    isSelectionThere:
      chosenEdges.length > 0 ||
      (facts.total ?? 0) > facts.edges.length ||
      isStepOf(facts.plans, selected) ||
      blocks.has(findEvidenceByKey(selected) ?? ""),
    details: chosenEdges.map((edge) => buildDetail(edge, blockOf, nameOf(edge))),
    turnWords: turnWords(facts, options.cursor, nameOf),
    lastTurn: facts.lastTurn ?? 0,
    isEmpty: facts.plans.length === 0 && facts.edges.length === 0,
  };
}

type NameOfUse = (edge: EdgeFact) => string;

/** Names a step by its text, as findings do, and one whose text is not known by its id. */
function makeUseNames(plans: readonly PlanFact[], blockOf: BlockOf): NameOfUse {
  const texts = new Map(
    plans.flatMap(({ id, steps }) =>
      steps.map((step) => [makeStepKey(id, step.id), step.text.trim()] as const),
    ),
  );
  return ({ to }) => {
    if (to.step === null) return planBlockName(blockOf(to.blockId));
    const text = texts.get(makeStepKey(to.planId ?? "", to.step)) ?? "";
    return shortenStart(text === "" ? to.step : text, NAME_CHARS);
  };
}

/**
 * The edges to draw. All of them, when the reader asks for all or the graph is small and has no dangling edge. Else the
 * dangling ones; without any, those whose evidence was absent.
 */
function chooseEdges(
  facts: PlanInput,
  show: PlanOptions["show"],
  selected: readonly EdgeFact[],
): { drawn: readonly EdgeFact[]; showsAll: boolean } {
  const dangling = facts.edges.filter(isProblem);
  const isSmall = countNodes(facts) <= NODES_FIRST_MAX;
  const showsAll = show === "all" || (show === null && dangling.length === 0 && isSmall);
  if (showsAll) return { drawn: facts.edges.slice(0, EDGES_DRAWN_MAX), showsAll };
  const absent = facts.edges.filter(({ state }) => state !== "live" && state !== "pinned");
  const problems = (dangling.length > 0 ? dangling : absent).slice(0, EDGES_DRAWN_MAX);
  const others = selected.filter((edge) => !problems.includes(edge));
  return { drawn: [...problems, ...others.slice(0, EDGES_DRAWN_MAX)], showsAll };
}

function isStepOf(plans: readonly PlanFact[], selected: string | null): boolean {
  return plans.some(({ id, steps }) => steps.some((step) => makeStepKey(id, step.id) === selected));
}

function findFirstProblem({ edges }: PlanInput): string | null {
  const [first] = edges.filter(isProblem).toSorted((a, b) => a.to.turn - b.to.turn);
  return first?.id ?? null;
}

function findStep(selected: string | null, edges: readonly EdgeFact[]): string | null {
  if (selected?.startsWith("step:") === true) return selected;
  const step = edges.find(({ to }) => to.step !== null)?.to;
  return step === undefined ? null : makeStepKey(step.planId ?? "", step.step ?? "");
}

const NAMES_SAID = 3;

function turnWords({ plans, edges, lastTurn }: PlanInput, cursor: number | null, nameOf: NameOfUse): string {
  if (cursor === null) return "All turns. Move it to see what stood in the window at one.";
  const steps = plans.flatMap(({ steps }) =>
    steps
      .filter(({ executedTurn }) => executedTurn === cursor)
      .map(({ id, text }) => describeStep(text.trim() === "" ? id : text)),
  );
  const uses = edges
    .filter(({ to }) => to.turn === cursor)
    .map((edge) => (edge.to.step === null ? shortenStart(nameOf(edge), 32) : describeStep(nameOf(edge))));
  const names = [...new Set([...steps, ...uses])];
  const more = names.length > NAMES_SAID ? `, and ${count(names.length - NAMES_SAID)} more` : "";
  const ran =
    names.length === 0 ? "nothing that used evidence ran" : names.slice(0, NAMES_SAID).join(", ") + more;
  return `Turn ${count(cursor)} of ${count(lastTurn ?? cursor)}: ${ran}`;
}

function describeStep(name: string): string {
  return `step “${shortenStart(name, 32)}”`;
}

function countSteps({ plans }: PlanInput): number {
  return plans.reduce((sum, { steps }) => sum + steps.length, 0);
}

function countNodes({ edges, plans, total }: PlanInput): number {
  const evidence = new Set(edges.map(({ from }) => from)).size;
  const uses = new Set(edges.map((edge) => makeUseKey(edge, plans))).size;
  return evidence + uses + Math.max(0, (total ?? 0) - edges.length);
}

function describeHidden({ total }: PlanInput, drawn: number, showsAll: boolean): string | null {
  if (total === null || drawn >= total) return null;
  return showsAll
    ? `The first ${count(drawn)} of ${plural(total, "use")} of evidence.`
    : `Only what went wrong is drawn: ${count(drawn)} of ${plural(total, "use")} of evidence.`;
}

function writeSummary({ counts, plans, pending }: PlanInput): string {
  if (counts === null) return describePendingPart("What this session planned and needed", pending);
  const uses = STATES.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  if (uses === 0)
    return plans.length === 0
      ? "No plan, and nothing is known of what the answers needed."
      : "Nothing is known of what the steps and answers needed.";
  const out = describeOutOfWindow(plans);
  const found = (counts.live ?? 0) + (counts.pinned ?? 0);
  const parts = [
    [counts.dangling ?? 0, "without it"],
    [counts.residual ?? 0, "in the model's own words only"],
    [counts.referenced ?? 0, "from a reference"],
    [counts.refetched ?? 0, "after it was fetched again"],
  ] as const;
  const absent = parts.flatMap(([times, how]) => (times === 0 ? [] : [`${count(times)} ${how}`]));
  const rest = absent.length === 0 ? "all" : count(found);
  const where = [...absent, ...(found === 0 ? [] : [`${rest} from the window`])].join(", ");
  return `${out === null ? "" : `${out} `}${plural(uses, "use")} of evidence: ${where}.`;
}

function listNotices({ analysed, analysedAsOfTurn, pending, total, edges }: PlanInput): string[] {
  return [
    ...(analysed
      ? []
      : [
          analysedAsOfTurn === null
            ? describePendingPart("What this session planned and needed", pending)
            : `The analysis knows this session as of turn ${count(analysedAsOfTurn)}; the turns after it follow in a moment.`,
        ]),
    ...(total !== null && edges.length < total
      ? [
          `The list shows the first ${count(edges.length)} of ${count(total)} uses, those with missing evidence first.`,
        ]
      : []),
  ];
}

function buildRow(edge: EdgeFact, blockOf: BlockOf, use: string): EdgeRow {
  const block = blockOf(edge.from);
  const entered = findEnteredTurn(block);
  return {
    id: edge.id,
    look: pickStateLook(useStateOf(edge)),
    kind: edge.kind,
    turn: edge.to.turn,
    use,
    evidence: [planBlockName(block), describePlanBlock(block)].filter((part) => part !== "").join(" "),
    entered: entered === null ? "–" : String(entered),
    left: edge.leftTurn === null ? "–" : String(edge.leftTurn),
    proof:
      edge.matched.length > 0 ? edge.matched.map((value) => shortenStart(value, 40)).join(", ") : "declared",
    executed: edge.executed,
  };
}

function listSelectedEdges({ edges }: PlanInput, selected: string | null): readonly EdgeFact[] {
  if (selected === null) return [];
  return edges.filter(
    ({ id, from, to }) =>
      id === selected ||
      makeEvidenceKey(from) === selected ||
      `block:${to.blockId ?? ""}` === selected ||
      makeStepKey(to.planId ?? "", to.step ?? "") === selected,
  );
}

function buildDetail(edge: EdgeFact, blockOf: BlockOf, use: string): EdgeDetail {
  return {
    id: edge.id,
    look: pickStateLook(useStateOf(edge)),
    sentence: describeEdgeSentence(edge, blockOf, use),
    proof: describeProof(edge),
    evidenceBlock: edge.from,
    evidencePreview: shortenStart(blockOf(edge.from)?.preview ?? "", 200),
    value: edge.matched[0] ?? null,
    useBlock: edge.to.blockId,
    usePreview: shortenStart(blockOf(edge.to.blockId)?.preview ?? "", 200),
    residualBlock: edge.residualBlock,
    refetchedBy: edge.refetchedBy,
    turn: edge.to.turn,
  };
}
