import { formatCount, formatDigits } from "../digits";
import { nameClient } from "../models/find-model";
import type { InSteps } from "../steps";
import type { Session } from "../trace/session";
import type { TurnIndex } from "../units";
import type { SessionBill } from "./bill-parts";
import { boundResults } from "./bound-results";
import type { CacheBreak } from "./breaks";
import { buildCallHistoryInSteps } from "./call-history";
import type { Clearing } from "./clearing";
import { findBestClearing } from "./clearing";
import type { Floor, FloorTool } from "./floor";
import { nameServer } from "./floor";
import { keepWarm } from "./keep-warm";
import { toMoney } from "./money";
import type { CompactionAt, EarlierCompaction } from "./earlier-compaction";
import { findBestThreshold, findPauseCompaction, readGrowth, SUMMARY_TOKENS } from "./earlier-compaction";
import {
  findCompactAtDoubt,
  listBoundLines,
  listCompactAtLines,
  listCompactNowLines,
  listWithoutLines,
} from "./program-lines";
import type { RemedyKind } from "./remedy-kinds";

export interface Remedy {
  readonly kind: RemedyKind;
  readonly title: string;
  /** What the remedy would have saved, after its own cost. */
  readonly saves: number;
  readonly risk: string;
  /** Lines of configuration, as the program that ran reads them. */
  readonly lines: readonly string[];
  /** The policy that a replay shows it with; `null` where no replay can. */
  readonly policy: string | null;
  /** Its options for that replay, as a vendor's configuration writes them. */
  readonly options: Readonly<Record<string, unknown>> | null;
  readonly note: string | null;
}

interface Facts {
  readonly session: Session;
  readonly bill: SessionBill;
  readonly breaks: readonly CacheBreak[];
  readonly floor: Floor;
  readonly clearing: Clearing | null;
  readonly threshold: CompactionAt | null;
  readonly beforePauses: EarlierCompaction | null;
}

const REMEDIES_MAX = 3;

/** @param lastUse by block: the last turn that is known to use it */
type Asked = Pick<Facts, "session" | "bill" | "breaks" | "floor"> & {
  readonly lastUse: ReadonlyMap<number, TurnIndex>;
};

/**
 * Finds the remedies that would have saved most, at most three, a turn per step. Leaves out what saves less than a thousandth of
 * the session's cost.
 */
export function* findRemediesInSteps({ lastUse, ...known }: Asked): InSteps<Remedy[]> {
  const { session, bill, breaks } = known;
  const history = yield* buildCallHistoryInSteps(session, bill, breaks);
  yield;
  const clearing = yield* findBestClearing(session, history, lastUse);
  const growth = readGrowth(session, history, lastUse);
  const threshold = yield* findBestThreshold(growth);
  const paused = new Set(breaks.flatMap(({ cause, turn }) => (cause === "idle" ? [turn] : [])));
  const beforePauses = yield* findPauseCompaction(growth, paused);
  return rankRemedies({ ...known, clearing, threshold, beforePauses });
}

function rankRemedies(facts: Facts): Remedy[] {
  const total = toMoney(facts.bill.turns.reduce((sum, { input, output }) => sum + input + output, 0));
  const pauses = [keepAnHour(facts), keepWarmBetween(facts), proposePauseCompaction(facts)].filter(
    (remedy) => remedy !== null,
  );
  return [
    // Both remedies are against what is carried: the one that saves more is shown.
    [clearResults(facts), proposeEarlierCompaction(facts)]
      .filter((remedy) => remedy !== null)
      .sort((a, b) => b.saves - a.saves)[0] ?? null,
    boundWhatReturns(facts),
    removeTools(facts),
    // All of these are against the same losses: the one that saves more is shown.
    pauses.sort((a, b) => b.saves - a.saves)[0] ?? null,
    proposeSteadyBeginning(facts),
  ]
    .filter((remedy) => remedy !== null)
    .filter(({ saves }) => saves > total / 1_000)
    .sort((a, b) => b.saves - a.saves)
    .slice(0, REMEDIES_MAX);
}

const CLEARING = "anthropic-clear-tool-uses";

function clearResults({ session, clearing }: Facts): Remedy | null {
  if (clearing === null) return null;
  const { keep, atLeast, saved, cleared, needed } = clearing;
  const options = {
    trigger: { type: "tool_uses", value: keep },
    keep: { type: "tool_uses", value: keep },
    clear_at_least: { type: "input_tokens", value: atLeast },
  };
  return {
    kind: "clear_results",
    title: `Clear old tool results, keep the newest ${keep}`,
    saves: saved,
    risk:
      needed === 0
        ? `Of ${formatCount(cleared, "result")} that would have left, none is known to be used afterwards; a use that leaves no trace in the text would have missed it.`
        : `Of ${formatCount(cleared, "result")} that would have left, ${needed} ${needed === 1 ? "was" : "were"} used afterwards and would have been fetched again.`,
    lines: writeClearingLines(session.meta.model, options),
    policy: CLEARING,
    options,
    note: null,
  };
}

/**
 * The lines of a clearing rule: in the words of the API for its own models, else as the policy of a replay, of the proxy and of
 * the runtime API.
 */
function writeClearingLines(model: string | null, options: object): string[] {
  const isOwn = nameClient(model) === "Anthropic";
  const fields = Object.entries(options).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`);
  const lines = fields.map((line, n) => (n < fields.length - 1 ? `${line},` : line));
  return isOwn
    ? ['"context_management": { "edits": [{', '  "type": "clear_tool_uses_20250919",', ...lines, "}] }"]
    : [`{ "kind": "${CLEARING}", "options": {`, ...lines, "} }"];
}

const COMPACTION = "anthropic-compact";

function proposeEarlierCompaction({ session, threshold }: Facts): Remedy | null {
  if (threshold === null) return null;
  const { tokens, saved, times } = threshold;
  const lines = listCompactAtLines(session.meta.agent, tokens, session.meta.contextWindow);
  const notes = [
    threshold.fetching > 0
      ? "The replay shows it without what is fetched again, which is taken off here."
      : null,
    findCompactAtDoubt(session.meta.agent, lines),
  ].filter((note) => note !== null);
  return {
    kind: "compact_at",
    title: `Compact at ${formatDigits(tokens)} tokens: ${formatCount(times, "compaction")}`,
    saves: saved,
    risk: describeLeaving(threshold),
    lines,
    policy: COMPACTION,
    options: { trigger: { type: "input_tokens", value: tokens } },
    note: notes.length === 0 ? null : notes.join(" "),
  };
}

function proposePauseCompaction({ session, beforePauses }: Facts): Remedy | null {
  if (beforePauses === null) return null;
  const { saved, times } = beforePauses;
  return {
    kind: "compact_before_pause",
    title: `Compact before ${times === 1 ? "a long pause" : `${times} long pauses`}, while the cache still holds the window`,
    saves: saved,
    risk: describeLeaving(beforePauses),
    lines: listCompactNowLines(session.meta.agent),
    policy: null,
    options: null,
    note: "A replay compacts by size and not before pauses, so it cannot show this.",
  };
}

/** Describes what would have left. What a model's summary would say, nobody knows before. */
function describeLeaving({ left, needed }: EarlierCompaction): string {
  const useSentence =
    needed === 0
      ? "none is known to be used afterwards"
      : `${needed} ${needed === 1 ? "is" : "are"} known to be used afterwards, and fetched again`;
  return `Of ${formatCount(left, "result")} that would have left, ${useSentence}. A summary of ${formatDigits(SUMMARY_TOKENS)} tokens is assumed; what it says is the model's choice.`;
}

function boundWhatReturns({ session, bill }: Facts): Remedy | null {
  const bound = boundResults(session, bill);
  if (bound === null) return null;
  const { tokens, tool, tools, saved, cut, used } = bound;
  const toolNames =
    tools === 1 ? `${tool} returns` : `${tool} and ${formatCount(tools - 1, "other tool")} return`;
  return {
    kind: "bound_results",
    title: `Bound what ${toolNames} to ${formatDigits(tokens)} tokens`,
    saves: saved,
    risk: `${formatCount(cut, "result")} would have been cut; ${used === 0 ? "none is" : used === 1 ? "1 is" : `${used} are`} known to be used later, perhaps in the part that was cut.`,
    lines: listBoundLines(session.meta.agent, tool, tokens),
    policy: null,
    options: null,
    note: "A replay shows results as they came, so it cannot show this.",
  };
}

function removeTools({ session, floor }: Facts): Remedy | null {
  const isRare = ({ calls }: FloorTool) => calls * RARE_TURNS <= session.turns.length;
  const isOfServer = new Set(floor.servers.filter(isRare).map(({ name }) => name));
  const rare = [
    ...floor.servers.filter(isRare).map((server) => ({ ...server, isServer: true })),
    ...floor.tools
      .filter((tool) => tool.calls === 0 && !isOfServer.has(nameServer(tool.name) ?? ""))
      .map((tool) => ({ ...tool, isServer: false })),
  ].sort((a, b) => b.cost - a.cost);
  if (rare.length === 0) return null;
  const calls = rare.reduce((sum, tool) => sum + tool.calls, 0);
  const servers = rare.filter(({ isServer }) => isServer).length;
  const removedNames = [
    ...(servers > 0 ? [formatCount(servers, "server")] : []),
    ...(servers < rare.length ? [formatCount(rare.length - servers, "tool")] : []),
  ].join(" and ");
  return {
    kind: "remove_tools",
    title: `Take out ${removedNames} that ${calls === 0 ? "nothing called" : `were called ${calls === 1 ? "once" : `${calls} times`}`}`,
    saves: rare.reduce((sum, { cost }) => sum + cost, 0),
    risk:
      calls === 0
        ? "None was called in this session; another session may call them."
        : `${calls === 1 ? "One call" : `${calls} calls`} of this session would have had to do without.`,
    lines: listWithoutLines(session.meta.agent, rare.slice(0, NAMED_MAX)),
    policy: null,
    options: null,
    note: "A replay keeps the tool list, so it cannot show this.",
  };
}

const NAMED_MAX = 10;
/** The number of turns in which a server must be called at least once: else it is carried for nothing most of the time. */
const RARE_TURNS = 100;
const SHORT_MS = 3_600_000;

/** Compares the cost of pauses with the cost of writing everything for an hour. */
function keepAnHour({ bill, breaks }: Facts): Remedy | null {
  const idle = breaks.filter(
    ({ cause, ttlMs, idleMs }) => cause === "idle" && ttlMs < SHORT_MS && (idleMs ?? 0) < SHORT_MS,
  );
  const idleCost = idle.reduce((sum, { extra }) => sum + (extra ?? 0), 0);
  const table = bill.rates.tables[0];
  if (idle.length === 0 || table === undefined || table.cacheWriteHour <= table.cacheWrite) return null;
  const extraRate = table.cacheWriteHour / table.cacheWrite - 1;
  const writtenCost = bill.turns.reduce(
    (sum, { parts }) => sum + Object.values(parts).reduce((turnSum, { written: of }) => turnSum + of, 0),
    0,
  );
  const paidAgain = idle.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  return {
    kind: "keep_an_hour",
    title: `Keep the cache for an hour: ${idle.length} pauses lost it`,
    saves: toMoney(idleCost - Math.max(0, writtenCost - paidAgain) * extraRate),
    risk: "Every write costs more; a session without pauses pays that for nothing.",
    lines: ['"cache_control": { "type": "ephemeral", "ttl": "1h" }'],
    policy: null,
    options: null,
    note: "A replay keeps the recorded pauses and times to live, so it cannot show this.",
  };
}

function keepWarmBetween({ bill, breaks }: Facts): Remedy | null {
  const warming = keepWarm(bill, breaks);
  if (warming === null) return null;
  const { everyMs, times, prevented, requests, saved } = warming;
  const minutes = Math.floor((everyMs / MINUTE) * 10) / 10;
  return {
    kind: "keep_warm",
    title: `Read the cache again in pauses, ${times === 1 ? "once" : `${times} times at most`}: ${formatCount(prevented, "loss", "losses")} prevented`,
    saves: saved,
    risk: `${formatCount(requests, "request")} more, also in pauses that are too long for it, and after a session's end.`,
    lines: [`Every ${minutes} minutes of a pause, the last request again, with "max_tokens": 1`],
    policy: null,
    options: null,
    note: "A replay keeps the recorded pauses, so it cannot show this.",
  };
}

const MINUTE = 60_000;

function proposeSteadyBeginning({ session, breaks }: Facts): Remedy | null {
  const broken = breaks.filter(({ cause }) => cause === "instructions_changed");
  if (broken.length === 0) return null;
  const labels = [
    ...new Set(
      broken.flatMap(({ edit }) => (edit === null ? [] : (session.blocks[edit.block]?.label ?? []))),
    ),
  ].slice(0, NAMED_MAX);
  const tools = broken.filter(({ by }) => by === "tools").length;
  return {
    kind: "steady_beginning",
    title: `Move what changes behind what is cached: ${formatCount(broken.length, "loss", "losses")} prevented`,
    saves: toMoney(broken.reduce((sum, { extra }) => sum + (extra ?? 0), 0)),
    risk: "What stands later in the window may weigh more or less with the model.",
    lines: [
      ...(broken.length > tools
        ? [
            `Put ${labels.length === 0 ? "dates, states and lists that change" : `what changes in ${labels.join(", ")}`} into the last user message, not into the instructions.`,
          ]
        : []),
      ...(tools > 0
        ? [
            "Offer the same tools in the same order in every request: those that come later from the first one on.",
          ]
        : []),
    ],
    policy: null,
    options: null,
    note: "A replay keeps the instructions and the tool list, so it cannot show this.",
  };
}
