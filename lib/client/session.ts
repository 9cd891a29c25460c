import { UnansweredQuestion } from "./answers";
import type {
  AppliedMessages,
  CheckpointResult,
  CheckpointState,
  GateVerdict,
  ModelMessage,
  OnUnanswered,
  PolicyToApply,
  StepAnswer,
} from "./answers";
import type { AskedAnswer, Asker } from "./asker";
import type { BudgetOptions, BudgetUsage } from "./budget";
import { ContextBudget, writeUsage } from "./budget";
import { HeldEvidence } from "./held-evidence";
import { checkOwnCheckpoint } from "./own-checkpoint";
import type { Outbox } from "./outbox";
import type { AgentPlanStep } from "./plan";
import { AgentPlan } from "./plan";
import type { SeenModelCall } from "./recording-fetch";
import { makeRecordingFetch, unwrapFetch } from "./recording-fetch";
import type { RememberedSession } from "./session-memory";

export interface SessionOptions {
  /** The id that it is known by; made up when left out. */
  readonly id?: string;
  readonly agent?: string;
  readonly name?: string;
  readonly budget?: number;
  readonly contextWindow?: number;
  readonly tags?: readonly string[];
  /** The id of the session that started it. */
  readonly parent?: string;
}

/** What a session needs of the program that it is in. */
export interface SessionParts {
  readonly calls: Outbox;
  readonly events: Outbox;
  readonly asker: Asker;
  readonly onUnanswered: OnUnanswered;
  /** What earlier processes know of the session of this name; `null` where nothing is kept. */
  readonly remembered: (id: string) => RememberedSession | null;
}

/** A client of a provider's SDK: it can be copied with another `fetch`. */
interface SdkClient {
  withOptions(options: { fetch: typeof fetch }): unknown;
}

interface ApplyOptions {
  readonly policy: PolicyToApply;
  readonly plan?: AgentPlan;
  readonly budget?: number;
  readonly contextWindow?: number;
  readonly system?: unknown;
  readonly tools?: readonly unknown[];
  /** The usage of the call before, as the SDK gives it. */
  readonly usage?: BudgetUsage | null | undefined;
  /** Leave `sightglass://…` in place of what leaves; on unless it is set to false. */
  readonly references?: boolean;
}

/** One run of one agent with one window. */
export class ClientSession {
  readonly id: string;
  readonly agent: string | undefined;
  private turns: number;
  private events = 0;
  private readonly evidence: HeldEvidence;
  private readonly states: Map<string, unknown>;
  /** Only of a session with a name, which another process can go on with. */
  private readonly remembered: RememberedSession | null;

  constructor(
    private readonly parts: SessionParts,
    { id, agent, parent, ...about }: SessionOptions,
  ) {
    this.id = id ?? crypto.randomUUID();
    this.agent = agent;
    this.evidence = new HeldEvidence(this.id);
    this.remembered = id === undefined ? null : parts.remembered(id);
    const { turns = 0, states = {} } = this.remembered?.read() ?? {};
    this.turns = turns;
    this.states = new Map(Object.entries(states));
    const named = {
      ...about,
      ...(agent !== undefined && { agent }),
      ...(parent !== undefined && { parent: { session: parent } }),
    };
    if (parent !== undefined || Object.keys(about).length > 0)
      this.tell({ type: "session.started", ...named });
  }

  /** The number of the call that comes next, counted on from earlier processes of this machine. */
  get turn(): number {
    return this.turns;
  }

  /**
   * The same client, recording: every call as it was sent and answered, streams included. For clients of `openai` and
   * `@anthropic-ai/sdk`, and every other that can be copied with another `fetch`.
   */
  wrap<Client extends object>(client: Client): Client {
    const sdk = client as Client & Partial<SdkClient> & { fetch?: typeof fetch };
    if (typeof sdk.withOptions !== "function")
      throw new TypeError(
        "wrap: expected a client of openai or @anthropic-ai/sdk; give others session.fetch",
      );
    return sdk.withOptions({ fetch: this.fetch(sdk.fetch ?? globalThis.fetch) }) as Client;
  }

  /** A `fetch` that records model calls, for clients that take one. */
  fetch(inner: typeof fetch = globalThis.fetch): typeof fetch {
    return makeRecordingFetch(unwrapFetch(inner), () => this.begin());
  }

  /**
   * Records a call by hand, for clients that cannot be wrapped. @param request its body, in the form of a provider's API
   * @returns what is to be called with the answer or the error when it has ended
   */
  beginCall(request: object): (end: { readonly response?: unknown; readonly error?: unknown }) => void {
    const done = this.begin();
    const startedAt = Date.now();
    const body = { ...request };
    return (end) => done({ startedAt, endedAt: Date.now(), request: body, ...end });
  }

  /** Says something that only the agent knows: an event of the native protocol, without its id, session and time. */
  tell(event: Readonly<Record<string, unknown>> & { readonly type: string }): void {
    const id = `${this.id}:event:${this.events++}:${crypto.randomUUID().slice(0, 8)}`;
    this.parts.events.add({ id, session: this.id, at: new Date().toISOString(), ...event });
  }

  /** A budget whose verdicts the session shows. */
  budget(options: BudgetOptions = {}): ContextBudget {
    return new ContextBudget(options, (passed, message, numbers) =>
      this.tell({ type: "gate.checked", gate: "context-budget", passed, message, numbers }),
    );
  }

  /** A plan whose steps and needs the session shows. */
  plan(steps: readonly AgentPlanStep[], { id, title }: { id?: string; title?: string } = {}): AgentPlan {
    const plan = new AgentPlan(steps, (event) => this.tell(event), id, title ?? null);
    this.evidence.follow(plan);
    return plan;
  }

  /**
   * Whether a step has in the window what it needs. Without an answer in time, the library judges by the plan and the messages.
   * @param messages what is about to be sent
   * @throws UnansweredQuestion without an answer, where the program asked for that
   */
  async validate(
    step: string | AgentPlanStep,
    { plan, messages, system }: { plan?: AgentPlan; messages?: readonly ModelMessage[]; system?: unknown },
  ): Promise<StepAnswer> {
    if (messages !== undefined) this.evidence.noteMessages(messages);
    const asked = await this.ask("validate", { step, plan: plan?.manifest, messages, system });
    if (!asked.ok) {
      const makeOwn =
        this.parts.onUnanswered === "pin" ? this.evidence.judgeStep(step, plan, messages) : null;
      return makeOwn ?? { judged: false, by: "nobody", action: "proceed", needs: [], message: null };
    }
    const { action, needs, error } = asked.body as Pick<StepAnswer, "action" | "needs"> & {
      error: { message: string } | null;
    };
    this.evidence.note(needs, plan);
    return action === "proceed"
      ? { judged: true, by: "server", action, needs, message: null }
      : {
          judged: true,
          by: "server",
          action,
          needs,
          message: error?.message ?? `the step cannot run: ${action}`,
        };
  }

  /**
   * The window of the next call under a policy. Give the whole history, not what an earlier call made of it.
   * @returns the messages as they were given where there is no answer
   * @throws UnansweredQuestion without an answer, where the program asked for that
   */
  async apply<M extends ModelMessage>(
    messages: readonly M[],
    { plan, policy, usage, ...rest }: ApplyOptions,
  ): Promise<AppliedMessages<M>> {
    this.evidence.noteMessages(messages);
    const name = JSON.stringify(policy);
    const state = this.states.get(name);
    const asked = await this.ask("apply", {
      messages,
      policy,
      plan: plan?.manifest,
      state,
      usage: writeUsage(usage),
      ...rest,
    });
    if (!asked.ok) {
      const held = this.parts.onUnanswered === "pin" ? this.evidence.listPinned(plan, messages) : [];
      return { applied: false, messages: [...messages], fits: null, left: [], held };
    }
    this.states.set(name, asked.body.state);
    this.remember();
    const {
      messages: made,
      fits,
      left,
      pins,
    } = asked.body as Pick<AppliedMessages<M>, "messages" | "fits" | "left"> & {
      pins: { held: AppliedMessages<M>["held"] };
    };
    return { applied: true, messages: made, fits, left, held: pins.held };
  }

  /**
   * Checks a state object; where it is whole, gives the messages to start again with. Without an answer in time, the library
   * checks its fields, the task, the constraints that are given, and the open steps.
   */
  async checkpoint<M extends ModelMessage>(
    state: CheckpointState,
    question: {
      readonly messages?: readonly M[];
      readonly task?: string;
      readonly constraints?: readonly string[];
      readonly plan?: AgentPlan;
      readonly tail?: number;
      readonly reason?: string;
    } = {},
  ): Promise<CheckpointResult<M>> {
    const { plan, ...rest } = question;
    const asked = await this.ask("checkpoint", { state, plan: plan?.manifest, ...rest });
    const own = (): CheckpointResult<M> =>
      (this.parts.onUnanswered === "pin"
        ? checkOwnCheckpoint({ ...rest, state, plan, messages: rest.messages ?? [] })
        : null) ?? { by: "nobody", action: "unavailable", problems: [], message: null, messages: null };
    const result = asked.ok
      ? { ...(asked.body as unknown as CheckpointResult<M>), by: "server" as const }
      : own();
    // The policy's memory is about messages that are no longer sent.
    if (result.action === "restart") {
      this.states.clear();
      this.remember();
    }
    return result;
  }

  /** The text behind a reference, between marks that say that it is data; `null` where it cannot be had. */
  async restore(reference: string, range: { offset?: number; limit?: number } = {}): Promise<string | null> {
    if (this.evidence.isOwn(reference)) return this.evidence.quote(reference, range);
    const asked = await this.ask("restore", { reference, ...range });
    return asked.ok ? String(asked.body.quoted) : this.evidence.quote(reference, range);
  }

  /**
   * Whether the loop may go on: the window within its budget, the plan as it was written, and what the open steps of
   * `evidence` need in the window.
   */
  async gate({
    evidence,
    usage,
    ...question
  }: {
    readonly budget?: number;
    readonly tokens?: number;
    readonly usage?: BudgetUsage | null | undefined;
    readonly messages?: readonly ModelMessage[];
    readonly plan?: { readonly written: string; readonly read: string | null };
    readonly evidence?: AgentPlan;
  }): Promise<GateVerdict> {
    const asked = await this.ask("gate", {
      ...question,
      usage: writeUsage(usage),
      evidence: evidence?.manifest,
    });
    if (!asked.ok) return { checked: false, passed: true, gates: [] };
    return { checked: true, ...(asked.body as Pick<GateVerdict, "passed" | "gates">) };
  }

  /** Says how the run ended. */
  end(outcome: "ok" | "wrong" | "failed" | "aborted" | "unknown", reason?: string): void {
    this.tell({ type: "session.ended", outcome, ...(reason !== undefined && { reason }) });
  }

  private begin(): (call: SeenModelCall) => void {
    const id = `${this.id}:${this.turns++}:${crypto.randomUUID().slice(0, 8)}`;
    this.remember();
    const of = { id, session: this.id, ...(this.agent !== undefined && { agent: this.agent }) };
    return (call) => {
      this.parts.calls.add({ ...of, ...call });
      const sent = readMessages(call.request);
      if (sent !== null) this.evidence.noteMessages(sent);
    };
  }

  private remember(): void {
    this.remembered?.write({ turns: this.turns, states: Object.fromEntries(this.states) });
  }

  private async ask(name: string, question: object): Promise<AskedAnswer> {
    const asked = await this.parts.asker.ask(name, { session: this.id, turn: this.turns, ...question });
    if (!asked.ok)
      this.tell({
        type: "gate.checked",
        gate: "sightglass",
        passed: false,
        message: `${name}: ${asked.why}; ${this.parts.onUnanswered === "throw" ? "the program was told" : "the agent went on"}.`,
      });
    if (!asked.ok && this.parts.onUnanswered === "throw")
      throw new UnansweredQuestion(`${name}: ${asked.why}`);
    return asked;
  }
}

/** The messages of a request in the form of a provider's API; `null` where it has none. */
function readMessages(request: unknown): readonly unknown[] | null {
  if (typeof request !== "object" || request === null) return null;
  const { messages, input, contents } = request as Readonly<Record<string, unknown>>;
  return [messages, input, contents].find((list): list is unknown[] => Array.isArray(list)) ?? null;
}
