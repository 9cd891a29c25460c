import type { BlockOf, EdgeFact, PlanFact } from "../answers";
import { useStateOf } from "@/lib/core/evidence/use-state";
import { listCallNodes, makeEvidenceNode, makeUseKey, NOT_RUN, listStepNodes } from "./graph-nodes";
import { makeEvidenceKey } from "../format/address-words";
import type { GraphNode, GraphOptions, PlacedNode } from "./graph-nodes";
import { pickStateLook } from "./states";

export interface GraphEdge {
  readonly id: string;
  readonly path: string;
  readonly mid: { readonly x: number; readonly y: number };
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
  const ground = HEAD + Math.max(1, ...useRows.values()) * ROW_HEIGHT + between / 2;
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
 * Every edge has its own place at both ends, so edges do not overlap. Neighbours have their signs at different heights.
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
  return ends.map(({ edge, from, to }, i) => {
    const start = { x: below[i] ?? from.x, y: from.y };
    const end = { x: above[i] ?? to.x, y: to.y + NODE_HEIGHT };
    const { color, glyph, dashes } = pickStateLook(useStateOf(edge));
    const share = SIGN_PLACES[i % SIGN_PLACES.length] ?? 0.5;
    return {
      id: edge.id,
      ...drawCurve(start, end, share),
      color,
      glyph,
      dashes: dashes === GAP ? findGapAt(share) : dashes,
      declared: edge.kind === "declared",
      faded: cursor !== null && edge.to.turn > cursor,
      from: from.key,
      to: to.key,
    };
  });
}

type Ends = { readonly from: GraphNode; readonly to: GraphNode };

function listPorts(ends: readonly Ends[], at: "from" | "to", other: "from" | "to"): number[] {
  const byNode = new Map<string, number[]>();
  ends.forEach((end, i) => byNode.set(end[at].key, [...(byNode.get(end[at].key) ?? []), i]));
  const ports: number[] = [];
  for (const list of byNode.values()) {
    const ordered = list.toSorted((i, j) => (ends[i]?.[other].x ?? 0) - (ends[j]?.[other].x ?? 0) || i - j);
    ordered.forEach((i, place) => {
      ports[i] = (ends[i]?.[at].x ?? 0) + (NODE_WIDTH * (place + 1)) / (ordered.length + 1);
    });
  }
  return ports;
}

const GAP = pickStateLook("dangling").dashes;
const GAP_HUNDREDTHS = 14;

function findGapAt(share: number): string {
  const before = Math.round(share * 100) - GAP_HUNDREDTHS / 2;
  return `${before} ${GAP_HUNDREDTHS} ${100 - before - GAP_HUNDREDTHS}`;
}

/** Positions of signs along an edge, as shares of its length. Edges take them in turn. */
const SIGN_PLACES = [0.5, 0.42, 0.58, 0.34, 0.66];

interface Point {
  readonly x: number;
  readonly y: number;
}

function drawCurve(start: Point, end: Point, share: number): { path: string; mid: Point } {
  const bend = (start.y - end.y) / 2;
  const [c0, c1] = [
    { x: start.x, y: start.y - bend },
    { x: end.x, y: end.y + bend },
  ];
  const weights = [(1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share ** 2 * (1 - share), share ** 3];
  const at = (axis: "x" | "y") =>
    [start, c0, c1, end].reduce((sum, point, i) => sum + point[axis] * (weights[i] ?? 0), 0);
  const n = (value: number) => Math.round(value * 10) / 10;
  return {
    path: `M${n(start.x)} ${n(start.y)}C${n(c0.x)} ${n(c0.y)} ${n(c1.x)} ${n(c1.y)} ${n(end.x)} ${n(end.y)}`,
    mid: { x: n(at("x")), y: n(at("y")) },
  };
}
