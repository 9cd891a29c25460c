import type { OnUnanswered } from "./answers";
import { Asker } from "./asker";
import { Outbox } from "./outbox";
import { readProgram, readVariable } from "./program";
import { findProgramName } from "./program-name";
import { findCurrentSession, runIn } from "./current-session";
import { leadTelemetry, recordGlobalCalls } from "./global-calls";
import type { SessionOptions } from "./session";
import { ClientSession } from "./session";
import { RememberedSession } from "./session-memory";

export type {
  AppliedMessages,
  CheckpointResult,
  CheckpointState,
  GateVerdict,
  ModelMessage,
  NeedAnswer,
  OnUnanswered,
  PolicyToApply as PolicyChoice,
  StepAnswer,
} from "./answers";
export { UnansweredQuestion } from "./answers";
export { aiSdkMiddleware } from "./ai-sdk";
export type { AiSdkMiddleware } from "./ai-sdk";
export { langchainMiddleware } from "./langchain";
export type { LangchainMiddleware } from "./langchain";
export type { LoopOptions } from "./framework-call";
export { CheckpointNeeded, ContextBudget } from "./budget";
export type { BudgetOptions, BudgetUsage as ReportedUsage, Spike } from "./budget";
export { AgentPlan as Plan } from "./plan";
export type {
  AgentPlanManifest as PlanManifest,
  AgentPlanStep as PlanStep,
  AgentStepStatus as StepStatus,
} from "./plan";
export { ClientSession as Session } from "./session";
export type { SessionOptions } from "./session";

export interface SightglassOptions {
  /** Where Sightglass runs; `SIGHTGLASS_URL`, else this machine. */
  readonly url?: string;
  /** An API key with the scopes `ingest` and `read`; `SIGHTGLASS_API_KEY`. Not needed in local mode. */
  readonly apiKey?: string;
  /** How long a question may take before the agent goes on without an answer. */
  readonly timeoutMs?: number;
  /** What becomes of a question without an answer in that time; `pin` when left out. */
  readonly onUnanswered?: OnUnanswered;
  /** Characters of records that wait at most while Sightglass is away. */
  readonly bufferChars?: number;
  /** The private folder of records that wait: `SIGHTGLASS_OUTBOX`, else one in the user's home. `null` keeps them in memory. */
  readonly folder?: string | null;
  /** Hears of what did not work; the console by default. */
  readonly onProblem?: (problem: string) => void;
  readonly fetch?: typeof fetch;
}

const DEFAULT_URL = "http://127.0.0.1:4318";
const TIMEOUT_MS = 300;
const BUFFER_CHARS = 64_000_000;
const FLUSH_MS = 5_000;
const SESSIONS_SEEN_MAX = 100;

/** Records what an agent sends and gets, and answers what it asks. Nothing here ever stops the agent. */
export class Sightglass {
  private readonly url: string;
  private readonly apiKey: string | undefined;
  private readonly calls: Outbox;
  private readonly events: Outbox;
  private readonly asker: Asker;
  private readonly onUnanswered: OnUnanswered;
  private readonly remembered: (id: string) => RememberedSession | null;
  private readonly seen = { calls: 0, sessions: new Set<string>() };

  constructor(options: SightglassOptions = {}) {
    const url = (options.url ?? readVariable("SIGHTGLASS_URL") ?? DEFAULT_URL).replace(/(?<!\/)\/+$/, "");
    const apiKey = options.apiKey ?? readVariable("SIGHTGLASS_API_KEY");
    const say = options.onProblem ?? ((problem) => console.warn(`sightglass: ${problem}`));
    const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    const fetch = options.fetch ?? globalThis.fetch;
    const outbox = (path: string) =>
      new Outbox({
        url: `${url}${path}`,
        headers,
        fetch,
        say,
        charsMax: options.bufferChars ?? BUFFER_CHARS,
        folder: options.folder,
      });
    this.url = url;
    this.apiKey = apiKey;
    this.calls = outbox("/api/v1/model-calls");
    this.events = outbox("/api/v1/events");
    this.asker = new Asker({ url, headers, fetch, say, timeoutMs: options.timeoutMs ?? TIMEOUT_MS });
    this.onUnanswered = options.onUnanswered ?? "pin";
    this.remembered = (id) => RememberedSession.open(options.folder, { url, key: apiKey ?? "", id });
    // Pending records keep the program running for some seconds; an unreachable Sightglass does not.
    runAtExit(() =>
      this.sent(FLUSH_MS, false).then(() => [this.calls, this.events].forEach((out) => out.release())),
    );
    readProgram()?.once?.("exit", () => this.sayUnsent(say));
  }

  /** One line for somebody who wonders where the records are. */
  private sayUnsent(say: (problem: string) => void): void {
    const unsent = [this.calls, this.events].map((outbox) => outbox.unsent);
    const records = unsent.reduce((sum, one) => sum + one.records, 0);
    if (records === 0) return;
    const fate = unsent.every(({ areKept }) => areKept)
      ? "wait on disk; the next run sends them"
      : "are lost";
    say(`${this.url} did not take ${records} ${records === 1 ? "record" : "records"}, which ${fate}`);
  }

  /** Begins a session, or goes on with one by its id. One that names neither an agent nor a parent has the program's name. */
  session(options: SessionOptions = {}): ClientSession {
    const { calls, events, asker, onUnanswered, remembered } = this;
    const agent = options.agent ?? (options.parent === undefined ? findProgramName() : undefined);
    const named = { ...options, ...(agent !== undefined && { agent }) };
    return new ClientSession({ calls, events, asker, onUnanswered, remembered }, named);
  }

  /**
   * What `work` and all that it starts do belongs to one session: every call that is recorded by itself. Within the work of
   * another session it is that one's sub-agent.
   */
  within<Result>(options: SessionOptions, work: (session: ClientSession) => Result): Result {
    const around = findCurrentSession();
    const parent = around === undefined || around === "recorded" ? undefined : around.id;
    const session = this.session({ ...(parent !== undefined && { parent }), ...options });
    return runIn(session, () => work(session));
  }

  /**
   * Records every model call of the program from now on.
   * @param agent what the program is called; without it, its package or its file
   * @param recordedAt an origin whose calls are recorded there
   * @returns ends it
   */
  recordAll(agent: string | undefined = findProgramName(), recordedAt?: string): () => void {
    // What a proxy records would be recorded again by its spans.
    if (recordedAt === undefined) leadTelemetry(this.url, this.apiKey);
    const calls = { add: (call: object) => this.addSeen(call) };
    return recordGlobalCalls({ calls, agent, recordedAt });
  }

  /** What `recordAll` has recorded so far: the calls, the first sessions that they name, and how many are not sent. */
  get recorded(): { readonly calls: number; readonly sessions: readonly string[]; readonly unsent: number } {
    const { calls, sessions } = this.seen;
    return { calls, sessions: [...sessions], unsent: this.calls.unsent.records };
  }

  private addSeen(call: object): boolean {
    this.seen.calls++;
    if ("session" in call && this.seen.sessions.size < SESSIONS_SEEN_MAX)
      this.seen.sessions.add(String(call.session));
    return this.calls.add(call);
  }

  /** Waits until what was recorded is sent. @returns how many records are not */
  async flush(patienceMs: number = FLUSH_MS): Promise<number> {
    return this.sent(patienceMs, true);
  }

  private async sent(patienceMs: number, keepsAlive: boolean): Promise<number> {
    const left = await Promise.all([
      this.calls.flush(patienceMs, keepsAlive),
      this.events.flush(patienceMs, keepsAlive),
    ]);
    return left[0] + left[1];
  }
}

export interface RegisterOptions extends SightglassOptions {
  /** Records the calls of every SDK that uses the program's `fetch`, and leads OpenTelemetry's exporter to Sightglass. */
  readonly auto?: boolean;
  /** What the program is called. */
  readonly agent?: string;
  /** An origin whose calls are recorded there: a recording proxy. */
  readonly recordedAt?: string;
}

/** The one line for a program: `register({ auto: true })`, before a client of an SDK is made. */
export function register({ auto = false, agent, recordedAt, ...options }: RegisterOptions = {}): Sightglass {
  const sightglass = new Sightglass(options);
  if (auto) sightglass.recordAll(agent, recordedAt);
  return sightglass;
}

/** Sends the records before a program without further work ends. */
function runAtExit(work: () => Promise<unknown>): void {
  readProgram()?.once?.("beforeExit", () => void work());
}
