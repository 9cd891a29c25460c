import { formatCount, formatDigits } from "../digits";
import { nameClient } from "../models/find-model";
import type { Session } from "../trace/session";
import type { SessionBill } from "./bill-parts";
import { boundResults } from "./bound-results";
import type { CacheBreak } from "./breaks";
import type { Clearing } from "./clearing";
import type { Floor } from "./floor";
import { keepWarm } from "./keep-warm";
import { toMoney } from "./money";
import { lineWithout, linesToBound } from "./program-lines";
import type { RemedyKind } from "./remedy-kinds";

export interface Remedy {
  readonly kind: RemedyKind;
  readonly title: string;
  /** Net of what the remedy itself costs. */
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
}

const REMEDIES_MAX = 3;

/** What would have saved most, at most three. Nothing that saves less than a thousandth of the session's cost. */
export function findRemedies(facts: Facts): Remedy[] {
  const total = toMoney(facts.bill.turns.reduce((sum, { input, output }) => sum + input + output, 0));
  const pauses = [keepAnHour(facts), keepWarmBetween(facts)].filter((remedy) => remedy !== null);
  return [
    clearResults(facts),
    boundWhatReturns(facts),
    removeTools(facts),
    // Both are against the same losses: the one that saves more.
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

/** In the words of the API for its own models; else as the policy of a replay, of the proxy and of the runtime API. */
function writeClearingLines(model: string | null, options: object): string[] {
  const isOwn = nameClient(model) === "Anthropic";
  const written = Object.entries(options).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`);
  const lines = written.map((line, n) => (n < written.length - 1 ? `${line},` : line));
  return isOwn
    ? ['"context_management": { "edits": [{', '  "type": "clear_tool_uses_20250919",', ...lines, "}] }"]
    : [`{ "kind": "${CLEARING}", "options": {`, ...lines, "} }"];
}

function boundWhatReturns({ session, bill }: Facts): Remedy | null {
  const bound = boundResults(session, bill);
  if (bound === null) return null;
  const { tokens, tool, saved, cut, used } = bound;
  return {
    kind: "bound_results",
    title: `Bound what ${tool} returns to ${formatDigits(tokens)} tokens`,
    saves: saved,
    risk: `${formatCount(cut, "result")} of all tools would have been cut; ${used === 0 ? "none is" : used === 1 ? "1 is" : `${used} are`} known to be used later, perhaps in the part that was cut.`,
    lines: linesToBound(session.meta.agent, tool, tokens),
    policy: null,
    options: null,
    note: "A replay shows results as they came, so it cannot show this.",
  };
}

function removeTools({ session, floor }: Facts): Remedy | null {
  const unused = floor.servers.some(({ calls }) => calls === 0)
    ? floor.servers.filter(({ calls }) => calls === 0).map((one) => ({ ...one, isServer: true }))
    : floor.tools.filter(({ calls }) => calls === 0).map((one) => ({ ...one, isServer: false }));
  if (unused.length === 0) return null;
  const named = unused.slice(0, NAMED_MAX);
  return {
    kind: "remove_tools",
    title: `Take out ${unused.length} ${unused[0]?.isServer ? "servers" : "tools"} that nothing called`,
    saves: unused.reduce((sum, { cost }) => sum + cost, 0),
    risk: "None was called in this session; another session may call them.",
    lines: named.map(({ name, isServer }) => lineWithout(session.meta.agent, name, isServer)),
    policy: null,
    options: null,
    note: "A replay keeps the tool list, so it cannot show this.",
  };
}

const NAMED_MAX = 10;
const SHORT_MS = 3_600_000;

/** What pauses cost, against what it costs to write everything for an hour. */
function keepAnHour({ bill, breaks }: Facts): Remedy | null {
  const idle = breaks.filter(
    ({ cause, ttlMs, idleMs }) => cause === "idle" && ttlMs < SHORT_MS && (idleMs ?? 0) < SHORT_MS,
  );
  const lost = idle.reduce((sum, { extra }) => sum + (extra ?? 0), 0);
  const table = bill.rates.tables[0];
  if (idle.length === 0 || table === undefined || table.cacheWriteHour <= table.cacheWrite) return null;
  const more = table.cacheWriteHour / table.cacheWrite - 1;
  const written = bill.turns.reduce(
    (sum, { parts }) => sum + Object.values(parts).reduce((own, { written: of }) => own + of, 0),
    0,
  );
  const paidAgain = idle.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  return {
    kind: "keep_an_hour",
    title: `Keep the cache for an hour: ${idle.length} pauses lost it`,
    saves: toMoney(lost - Math.max(0, written - paidAgain) * more),
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

function proposeSteadyBeginning({ breaks }: Facts): Remedy | null {
  const broken = breaks.filter(({ cause }) => cause === "instructions_changed");
  if (broken.length === 0) return null;
  return {
    kind: "steady_beginning",
    title: "Move what changes behind what is cached",
    saves: toMoney(broken.reduce((sum, { extra }) => sum + (extra ?? 0), 0)),
    risk: "What stands later in the window may weigh more or less with the model.",
    lines: [
      "Put dates, states and lists that change into the last user message, not into instructions or tools.",
    ],
    policy: null,
    options: null,
    note: "A replay keeps the instructions and the tool list, so it cannot show this.",
  };
}
