import type { TraceEvent } from "@/lib/core/trace/event";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";

/** Sessions of any length, which are as hard to analyse as long ones are: the same things are named over and over. */
export interface LongKind {
  readonly name: string;
  /** @param turns how many turns the session has */
  write(turns: number): TraceEvent[];
}

const PATHS = 300;
const WINDOW_TURNS = 40;
const COMPACTED_EVERY = 100;
const LARGE_LINES = 120;
const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1);

interface Turn {
  readonly append: readonly (string | BlockStatement)[];
  readonly remove: readonly string[];
  readonly output: readonly BlockStatement[];
}

function makeSession(name: string, turns: number, turnOf: (turn: number) => Turn): TraceEvent[] {
  const makeEvent = (id: string, rest: object) => ({ id, session: name, at: START, ...rest }) as TraceEvent;
  const events = [makeEvent("start", { type: "session.started", contextWindow: 200_000, budget: 150_000 })];
  for (let turn = 0; turn < turns; turn++) {
    const { append, remove, output } = turnOf(turn);
    events.push(
      makeEvent(`e${turn}`, {
        type: "turn.recorded",
        at: START + turn * MINUTE,
        turn,
        model: "claude-sonnet-4-5",
        usage: { input: 20_000 + ((turn * 37) % 500), output: 100 },
        window: { append, ...(remove.length > 0 && { remove }) },
        output,
      }),
    );
  }
  return events;
}

const GOAL: readonly BlockStatement[] = [
  { id: "system", kind: "system_rules", content: "Answer briefly. Never change files below vendor/." },
  {
    id: "goal",
    kind: "user_goal",
    content: "Find out why the invoices of account 48213-77 are wrong, and mend it.",
  },
];

function makePath(turn: number): string {
  return `src/area-${(turn % PATHS) % 17}/part-${turn % PATHS}/handler-${turn % PATHS}.ts`;
}

function readCall(turn: number): BlockStatement {
  const content = JSON.stringify({ path: makePath(turn) });
  return { id: `c${turn}`, kind: "tool_call", toolName: "read_file", toolCallId: `c${turn}`, content };
}

function makeResult(turn: number, content: string): BlockStatement {
  return { id: `r${turn}`, kind: "tool_result", toolName: "read_file", toolCallId: `c${turn}`, content };
}

/** The same for each path, but for a line that changes now and then. */
function makeFileText(turn: number, lines: number): string {
  const no = turn % PATHS;
  const body = Array.from(
    { length: lines },
    (_, i) =>
      `export const limit${no}x${i} = readLimit("account-${no * 31 + i}", ${(no * 7919 + i * 104_729) % 99_991});`,
  );
  return [`// state ${Math.floor(turn / (PATHS * 4))} of ${makePath(turn)}`, ...body].join("\n");
}

function openWith(turn: number, before: readonly (string | BlockStatement)[]): Turn["append"] {
  return turn === 0 ? GOAL : before;
}

/** A file a turn; after forty turns its call and its text leave. */
function makeFilesAgain(name: string, lines: number): LongKind {
  return {
    name,
    write: (turns) =>
      makeSession(name, turns, (turn) => ({
        append: openWith(turn, [`c${turn - 1}`, makeResult(turn - 1, makeFileText(turn - 1, lines))]),
        remove: turn > WINDOW_TURNS ? [`c${turn - WINDOW_TURNS - 1}`, `r${turn - WINDOW_TURNS - 1}`] : [],
        output: [readCall(turn)],
      })),
  };
}

/** Questions, corrections, answers and plans in words, and a summary every hundred turns. */
const prose: LongKind = {
  name: "prose",
  write: (turns) =>
    makeSession("prose", turns, (turn) => {
      const last = turn - 1;
      const isCompacted = turn > 0 && turn % COMPACTED_EVERY === 0;
      const said: BlockStatement = { id: `u${turn}`, kind: "user_message", content: makeQuestion(turn) };
      const gone = Array.from({ length: COMPACTED_EVERY - 10 }, (_, i) => turn - COMPACTED_EVERY + i);
      const makeParts = (at: number) => [`u${at}`, `a${at}`, `c${at}`, `r${at}`];
      const summary: BlockStatement = {
        id: `s${turn}`,
        kind: "compaction_summary",
        content: `So far: ${gone
          .slice(0, 12)
          .map((at) => `${makePath(at)} was read; order ${orderOf(at)} is open.`)
          .join(" ")}`,
      };
      return {
        append: openWith(turn, [
          `a${last}`,
          `c${last}`,
          makeResult(last, makeFileText(last, 8)),
          ...(isCompacted ? [summary] : []),
          said,
        ]),
        remove: isCompacted ? gone.flatMap(makeParts).filter((id) => id !== "u0") : [],
        output: [{ id: `a${turn}`, kind: "assistant_text", content: makeAnswer(turn) }, readCall(turn)],
      };
    }),
};

/** Questions and answers without a tool. */
const chat: LongKind = {
  name: "chat",
  write: (turns) =>
    makeSession("chat", turns, (turn) => ({
      append: openWith(turn, [
        `a${turn - 1}`,
        {
          id: `u${turn}`,
          kind: "user_message",
          content: `What does the ledger say of account ${turn} today?\nAnd of order ${orderOf(turn)}?\nThank you very much.`,
        },
      ]),
      remove: turn > WINDOW_TURNS ? [`u${turn - WINDOW_TURNS}`, `a${turn - WINDOW_TURNS - 1}`] : [],
      output: [
        {
          id: `a${turn}`,
          kind: "assistant_text",
          content: `It says ${turn * 3}.50 EUR, and order ${orderOf(turn)} is open.`,
        },
      ],
    })),
};

function orderOf(turn: number): string {
  return `ORD-${((turn * 7919) % 90_000) + 10_000}`;
}

function makeQuestion(turn: number): string {
  if (turn % 9 === 4)
    return `No, that is wrong: use ${makePath(turn + 3)} instead, and never write to ${makePath(turn)}.`;
  return `Please look at ${makePath(turn)} for order ${orderOf(turn)} of 2026-0${(turn % 9) + 1}-1${turn % 9}, and tell me the total in EUR.`;
}

function makeAnswer(turn: number): string {
  const plan =
    turn % 50 === 7
      ? `\n1. Read ${makePath(turn)}\n2. Compare order ${orderOf(turn)}\n3. Write the report\n`
      : "";
  return `I will read ${makePath(turn)} next, because order ${orderOf(turn)} names limit${turn % PATHS}x3 and a total of ${turn * 13}.50 EUR.${plan}`;
}

export const LONG_KINDS: readonly LongKind[] = [
  makeFilesAgain("same files", 25),
  makeFilesAgain("large results", LARGE_LINES),
  prose,
  chat,
];

/** A session as it would be if its agent did all of it again, as often as it takes to have so many turns. */
export function repeatEvents(events: readonly TraceEvent[], turns: number): TraceEvent[] {
  const of = events.filter((event) => event.type === "turn.recorded").length;
  const rounds = Math.max(1, Math.ceil(turns / Math.max(1, of)));
  const out: TraceEvent[] = [];
  for (let round = 0; round < rounds; round++)
    for (const event of events) {
      if (round > 0 && (event.type === "session.started" || event.type === "session.ended")) continue;
      out.push(round === 0 ? event : repeatEvent(event, round, of));
    }
  return out;
}

const NAMES = new Set(["id", "toolCallId", "block", "blocks", "remove", "after"]);

/** With new ids and later turns; what it says stays. */
function repeatEvent(event: TraceEvent, round: number, of: number): TraceEvent {
  const rename = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return NAMES.has(key) ? `${value}~${round}` : value;
    if (typeof value === "number") return key === "turn" ? value + round * of : value;
    if (Array.isArray(value))
      return value.map((one) => rename(one, key === "entries" || key === "append" ? "id" : key));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, name === "origin" ? one : rename(one, name)]),
      );
    return value;
  };
  return rename(event, "") as TraceEvent;
}
