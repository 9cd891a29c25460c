import { randomUUID } from "node:crypto";
import { getDatabase } from "@/lib/db/client";
import { makeSessionKey } from "@/lib/db/session-id";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { readAnalysesDue } from "@/lib/db/derived/analysis-due";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { ingestEvents } from "@/lib/pipeline/receive/ingest-events";
import { hold, note, measureMs } from "./report";

/**
 * The cost of a turn by the number of turns before it: one session grows to twenty thousand turns, a few at a
 * time, as from a running agent. Its windows keep their size, so late turns are like early ones.
 */
const TURNS = Number(process.env.BENCH_TURNS ?? 21_000);
const TURNS_PER_POST = 50;
const MEASURED = 1_000;
const EARLY = 1_000;
const LATE = TURNS - 1_000;
const WINDOW_TURNS = 60;
const RATIO_MAX = 1.3;

const db = getDatabase();
const project = `bench-${randomUUID()}`;
const session = "long";

function turnEvent(turn: number): object {
  const text = `result of turn ${turn}: ${"what the tool said ".repeat(10 + ((turn * 7) % 20))}`;
  return {
    id: `e${turn}`,
    session,
    at: new Date(Date.UTC(2026, 0, 1) + turn * 60_000).toISOString(),
    type: "turn.recorded",
    turn,
    model: "claude-sonnet-4-5",
    usage: { input: 20_000 + ((turn * 37) % 500), output: 100 },
    output: [
      {
        id: `c${turn}`,
        kind: "tool_call",
        toolName: "read_file",
        toolCallId: `c${turn}`,
        content: `{"path":"src/${turn}.ts"}`,
      },
    ],
    window: {
      ...(turn > WINDOW_TURNS && { remove: [`c${turn - WINDOW_TURNS}`, `r${turn - WINDOW_TURNS}`] }),
      append:
        turn === 0
          ? [{ id: "goal", kind: "user_goal", content: "Find out what the files say." }]
          : [
              `c${turn - 1}`,
              { id: `r${turn - 1}`, kind: "tool_result", toolCallId: `c${turn - 1}`, content: text },
            ],
    },
  };
}

/** In milliseconds, accumulated up to each turn. */
const analysed = new Map<number, number>();
let analysedMs = 0;

/** In milliseconds, by stage, for the turns around each turn. */
const spent = { ingest: new Map<number, number>(), derive: new Map<number, number>() };

for (let from = 0; from < TURNS; from += TURNS_PER_POST) {
  const events = Array.from({ length: TURNS_PER_POST }, (_, i) => ({ value: turnEvent(from + i) }));
  spent.ingest.set(from, await measureMs(() => ingestEvents(db, project, events)));
  spent.derive.set(from, await measureMs(() => deriveSession(db, makeSessionKey(project, session))));
  const [due] = await readAnalysesDue(db, [makeSessionKey(project, session)]);
  if (due?.ms === 0)
    analysedMs += await measureMs(() => analyseSession(db, makeSessionKey(project, session)));
  analysed.set(from + TURNS_PER_POST, analysedMs);
}
for (const [stage, times] of Object.entries(spent)) {
  const [early, late] = [computeMedianAround(times, EARLY), computeMedianAround(times, LATE)];
  note(
    `${stage}: milliseconds a turn, around turn ${EARLY} and ${LATE}`,
    `${early.toFixed(2)}, ${late.toFixed(2)}`,
  );
  hold({ what: `${stage}: a turn at ${LATE} ÷ one at ${EARLY}`, value: late / early, atMost: RATIO_MAX });
}
const computePerTurn = (turns: number) => (analysed.get(turns) ?? Number.NaN) / turns;
note(
  `analysis: milliseconds a turn, all up to turn ${EARLY} and ${LATE}`,
  `${computePerTurn(EARLY).toFixed(2)}, ${computePerTurn(LATE).toFixed(2)}`,
);
hold({
  what: `analysis: a turn of ${LATE} ÷ one of ${EARLY}`,
  value: computePerTurn(LATE) / computePerTurn(EARLY),
  atMost: RATIO_MAX,
});
await db.$disconnect();

/** The median, so that other work on the machine does not count. */
function computeMedianAround(times: ReadonlyMap<number, number>, turn: number): number {
  const near = [...times].filter(([from]) => Math.abs(from - turn) <= MEASURED / 2);
  const sorted = near.map(([, ms]) => ms / TURNS_PER_POST).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
