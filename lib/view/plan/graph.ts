import type { BlockOf, EdgeFact, PlanFact } from "../answers";
import { useStateOf } from "@/lib/core/evidence/use-state";
import { listCallNodes, makeEvidenceNode, makeUseKey, NOT_RUN, listStepNodes } from "./graph-nodes";
import { makeEvidenceKey } from "../format/address-words";
import type { GraphNode, GraphOptions, PlacedNode } from "./graph-nodes";
import { pickStateLook } from "./states";

export interface GraphEdge {
  readonly id: string;
  readonly path: string;
  /** Where its sign stands: right below its use. */
  readonly sign: { readonly x: number; readonly y: number };
  readonly color: string;
  readonly glyph: string;
  readonly dashes: string | null;
  readonly declared: boolean;
  readonly faded: boolean;
  readonly from: string;
  readonly to: string;
}

export interface GraphModel {
  readonly columns: readonly {
    readonly turn: number | null;
    readonly x: number;
    readonly label: string;
    readonly current: boolean;
  }[];
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly width: number;
  readonly height: number;
  readonly ground: number;
  /**
   * What to bring into sight: the column of the chosen turn or the last one before it, else the columns of what is
   * selected; `null` for nothing.
   */
  readonly focus: { readonly left: number; readonly right: number } | null;
}

export const NODE_WIDTH = 128;
export const NODE_HEIGHT = 34;
export const COLUMN_WIDTH = 150;
const ROW_HEIGHT = 42;
const HEAD = 24;
/** The room below the uses of a turn, for the signs of what leads to them. */
const SIGNS_HEIGHT = 20;
const BETWEEN_MIN = 84;
const BETWEEN_MAX = 260;
const BETWEEN_PER_EDGE = 4;
const MARGIN = 12;

/**
 * The graph by turn. Steps stand above, at the turn in which they ran. Evidence stands below, at the turn in which it
 * entered the window. Only turns with a step or evidence have a column:
 *
 *      turn 1    turn 3    turn 4
 *      look-up             branch
 *                            !
 *      - - - - - - - - - - /- - -
 *      get_order   terms
 */
export function layOutGraph(
  edges: readonly EdgeFact[],
  plans: readonly PlanFact[],
  blockOf: BlockOf,
  options: GraphOptions,
): GraphModel {
  const { cursor } = options;
  const evidence = [...new Set(edges.map(({ from }) => from))].map((id) =>
    makeEvidenceNode(id, edges, blockOf, cursor),
  );
  const uses = [...listStepNodes(plans, edges, options), ...listCallNodes(edges, plans, blockOf, cursor)];
  const turns = [...new Set([...uses, ...evidence].map(({ turn }) => turn))].sort((a, b) => a - b);
  const x = new Map(turns.map((turn, i) => [turn, MARGIN + i * COLUMN_WIDTH]));
  const useRows = indexRows(uses);
  const between = Math.min(BETWEEN_MAX, Math.max(BETWEEN_MIN, edges.length * BETWEEN_PER_EDGE));
  const ground = HEAD + Math.max(1, ...useRows.values()) * ROW_HEIGHT + SIGNS_HEIGHT + between / 2;
  const nodes = [...stackNodes(uses, x, HEAD), ...stackNodes(evidence, x, ground + between / 2)];
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  return {
    columns: turns.map((turn) => ({
      turn: turn === NOT_RUN ? null : turn,
      x: x.get(turn) ?? 0,
      label: turn === NOT_RUN ? "not run" : `turn ${turn}`,
      current: turn === cursor,
    })),
    nodes,
    edges: listDrawnEdges(edges, plans, byKey, cursor),
    width: MARGIN * 2 + Math.max(1, turns.length) * COLUMN_WIDTH,
    height: ground + between / 2 + Math.max(1, ...indexRows(evidence).values()) * ROW_HEIGHT + MARGIN,
    ground,
    focus:
      cursor === null
        ? buildSpan(options.inSight, plans, byKey)
        : findColumnAt(x.get(turns.findLast((turn) => turn <= cursor) ?? turns[0] ?? 0)),
  };
}

function findColumnAt(x: number | undefined): GraphModel["focus"] {
  return x === undefined ? null : { left: x, right: x + NODE_WIDTH };
}

function buildSpan(
  edges: readonly EdgeFact[],
  plans: readonly PlanFact[],
  nodes: ReadonlyMap<string, GraphNode>,
): GraphModel["focus"] {
  const ends = edges.flatMap((edge) => [makeEvidenceKey(edge.from), makeUseKey(edge, plans)]);
  const places = ends.flatMap((key) => nodes.get(key)?.x ?? []);
  return places.length === 0 ? null : { left: Math.min(...places), right: Math.max(...places) + NODE_WIDTH };
}

function indexRows(nodes: readonly PlacedNode[]): Map<number, number> {
  const rows = new Map<number, number>();
  for (const { turn } of nodes) rows.set(turn, (rows.get(turn) ?? 0) + 1);
  return rows;
}

function stackNodes(nodes: readonly PlacedNode[], x: ReadonlyMap<number, number>, top: number): GraphNode[] {
  const next = new Map<number, number>();
  return nodes.map(({ turn, make }) => {
    const row = next.get(turn) ?? 0;
    next.set(turn, row + 1);
    return make(x.get(turn) ?? 0, top + row * ROW_HEIGHT);
  });
}

/**
 * Every edge has its own place at both ends, so edges do not overlap. Its sign stands below the uses of its turn; there, the line of
 * evidence that was gone ends before it reaches its use.
 */
function listDrawnEdges(
  edges: readonly EdgeFact[],
  plans: readonly PlanFact[],
  nodes: ReadonlyMap<string, GraphNode>,
  cursor: number | null,
): GraphEdge[] {
  const ends = edges.flatMap((edge) => {
    const [from, to] = [nodes.get(makeEvidenceKey(edge.from)), nodes.get(makeUseKey(edge, plans))];
    return from === undefined || to === undefined ? [] : [{ edge, from, to }];
  });
  const below = listPorts(ends, "from", "to");
  const above = listPorts(ends, "to", "from");
  const bottoms = new Map<number, number>();
  for (const { x, y, band } of nodes.values())
    if (band === "use") bottoms.set(x, Math.max(bottoms.get(x) ?? 0, y + NODE_HEIGHT));
  return ends.map(({ edge, from, to }, i) => {
    const x = above[i] ?? to.x;
    const bottom = bottoms.get(to.x) ?? to.y + NODE_HEIGHT;
    const { color, glyph, dashes, isBroken } = pickStateLook(useStateOf(edge));
    const curve = drawCurve({ x: below[i] ?? from.x, y: from.y }, { x, y: bottom + SIGNS_HEIGHT });
    return {
      id: edge.id,
      path: isBroken ? curve : `${curve}V${to.y + NODE_HEIGHT}`,
      sign: { x: round(x), y: bottom + SIGNS_HEIGHT / 2 },
      color,
      glyph,
      dashes,
      declared: edge.kind === "declared",
      faded: cursor !== null && edge.to.turn > cursor,
      from: from.key,
      to: to.key,
    };
  });
}

type Ends = { readonly from: GraphNode; readonly to: GraphNode };

/** The nodes of one column share its width, so that no line of one is hidden behind that of another. */
function listPorts(ends: readonly Ends[], at: "from" | "to", other: "from" | "to"): number[] {
  const byColumn = new Map<number, number[]>();
  ends.forEach((end, i) => byColumn.set(end[at].x, [...(byColumn.get(end[at].x) ?? []), i]));
  const ports: number[] = [];
  for (const [x, list] of byColumn) {
    const ordered = list.toSorted((i, j) => (ends[i]?.[other].x ?? 0) - (ends[j]?.[other].x ?? 0) || i - j);
    ordered.forEach((i, place) => {
      ports[i] = x + (NODE_WIDTH * (place + 1)) / (ordered.length + 1);
    });
  }
  return ports;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function drawCurve(start: Point, end: Point): string {
  const middle = round((start.y + end.y) / 2);
  return `M${round(start.x)} ${round(start.y)}C${round(start.x)} ${middle} ${round(end.x)} ${middle} ${round(end.x)} ${round(end.y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
