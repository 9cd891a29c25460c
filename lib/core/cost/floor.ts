import type { Session, Turn } from "../trace/session";
import type { Tokens } from "../units";
import type { SourceKind } from "../vocabulary";
import type { BlockBill, SessionBill, TurnBill } from "./bill-parts";
import { priceBetween } from "./bill-parts";
import { sumLifeCost } from "./block-groups";
import type { CacheBreak } from "./breaks";
import { countCalls } from "./count-calls";
import { toMoney } from "./money";

/**
 * What every window of a session holds before anything is said. Example, of a source that shows neither instructions nor tools:
 *
 *   first request 9,221 tokens, its blocks 41      9,180 stand in front that the record does not show: inferred
 *   two losses after which 9,120 were read         so long is the unchanged beginning at least: measured
 *   a later request, residual 9,300                9,180 of them are the floor, at the price of a read; 120 are the rest
 */
export interface Floor {
  readonly tokens: Tokens | null;
  /**
   * How the size is known: `tokenized` where the record shows the floor, `inferred` where it is what the first window held beside
   * the record.
   */
  readonly provenance: "tokenized" | "inferred" | "unavailable";
  /** What the provider read after every loss of the whole window: the unchanged beginning is at least so long. */
  readonly atLeast: Tokens | null;
  /** The cost of the floor in all turns: of what the record shows of it, else of the beginning of each request. */
  readonly cost: number;
  /** What else the requests held beside the record; below 0 where the record holds more than was sent. */
  readonly rest: number;
  readonly tools: readonly FloorTool[];
  readonly servers: readonly FloorTool[];
}

export interface FloorTool {
  readonly name: string;
  readonly tokens: Tokens;
  readonly calls: number;
  readonly cost: number;
}

/** Kinds of blocks that stand in every window from the first one on, whatever the task is. */
const FLOOR: ReadonlySet<SourceKind> = new Set([
  "system_rules",
  "repository_instructions",
  "tool_schemas",
  "memory",
]);
const TOOLS_MAX = 500;

/**
 * The floor of a session: what every window holds before anything is said. Without recorded instructions, the residual
 * of the first request stands for what the record does not show of it.
 */
export function computeFloor(session: Session, bill: SessionBill, breaks: readonly CacheBreak[]): Floor {
  const first = bill.turns[0];
  const floorBlocks = bill.blocks.filter(
    ({ block, enteredTurn }) =>
      FLOOR.has(session.blocks[block]?.kind ?? "other") && enteredTurn <= (first?.turn ?? 0),
  );
  const ownTokens = floorBlocks.reduce((sum, { tokens }) => sum + tokens, 0);
  const shownCost = sumLifeCosts(floorBlocks);
  const isShown = floorBlocks.some(({ block }) => session.blocks[block]?.kind === "system_rules");
  const hidden = isShown ? 0 : Math.max(0, first?.residual ?? 0);
  const hiddenCost = bill.turns.reduce((sum, turn) => sum + priceBetween(turn, 0, capInput(turn, hidden)), 0);
  // What no block was charged, whether it was paid once or again.
  const residualCost = bill.turns.reduce((sum, { input }) => sum + input, 0) - sumLifeCosts(bill.blocks);
  const tools = listFloorTools(session, bill);
  return {
    tokens:
      first === undefined || (floorBlocks.length === 0 && first.residual === null)
        ? null
        : ownTokens + hidden,
    provenance: isShown ? "tokenized" : first?.residual == null ? "unavailable" : "inferred",
    atLeast: readAfterLosses(session.turns, breaks),
    cost: toMoney(shownCost + hiddenCost),
    rest: toMoney(residualCost - hiddenCost),
    tools: tools.slice(0, TOOLS_MAX),
    servers: groupByServer(tools),
  };
}

function sumLifeCosts(blocks: readonly BlockBill[]): number {
  return blocks.reduce((sum, block) => sum + sumLifeCost(block), 0);
}

function capInput({ rates }: TurnBill, tokens: Tokens): Tokens {
  return Math.min(tokens, rates.input);
}

/**
 * Finds the size that was read after more than one loss. The same number of tokens twice is no accident: a cache ends where its
 * client marks it. The first call finds what another session of the same client left there.
 */
function readAfterLosses(turns: readonly Turn[], breaks: readonly CacheBreak[]): Tokens | null {
  const first = turns.find(({ usage }) => usage?.input != null)?.usage?.cacheRead ?? 0;
  const counts = new Map<Tokens, number>();
  for (const readTokens of [first, ...breaks.map((cacheBreak) => cacheBreak.read)])
    if (readTokens > 0) counts.set(readTokens, (counts.get(readTokens) ?? 0) + 1);
  const repeated = [...counts].filter(([, times]) => times > 1).map(([readTokens]) => readTokens);
  return repeated.length === 0 ? null : Math.min(...repeated);
}

/** Every tool that was offered with its schema: what the schema cost, and how often the tool was called. */
function listFloorTools(session: Session, bill: SessionBill): FloorTool[] {
  const calls = countCalls(session);
  const tools = new Map<string, FloorTool>();
  for (const block of bill.blocks) {
    const { kind, toolName: name } = session.blocks[block.block] ?? {};
    if (kind !== "tool_schemas" || name == null) continue;
    const before = tools.get(name) ?? { name, tokens: 0, calls: calls.get(name) ?? 0, cost: 0 };
    const cost = before.cost + toMoney(sumLifeCost(block));
    tools.set(name, { ...before, tokens: Math.max(before.tokens, block.tokens), cost });
  }
  return [...tools.values()].sort((a, b) => b.cost - a.cost);
}

/** Clients name a server's tools `mcp__SERVER__TOOL`. */
const SERVER = /^mcp__(.+?)__/;

/** The MCP server of a tool; `undefined` for a tool of the program itself. */
export function nameServer(tool: string): string | undefined {
  return SERVER.exec(tool)?.[1];
}

function groupByServer(tools: readonly FloorTool[]): FloorTool[] {
  const servers = new Map<string, FloorTool>();
  for (const { name, tokens, calls, cost } of tools) {
    const server = nameServer(name);
    if (server === undefined) continue;
    const sum = servers.get(server) ?? { name: server, tokens: 0, calls: 0, cost: 0 };
    servers.set(server, {
      name: server,
      tokens: sum.tokens + tokens,
      calls: sum.calls + calls,
      cost: sum.cost + cost,
    });
  }
  return [...servers.values()].sort((a, b) => b.cost - a.cost);
}
