import { z } from "zod";
import type { ProjectAnswer, ProjectBody } from "@/lib/api/endpoints/runtime/project";
import type { Message } from "@/lib/policies/contract/message";
import type { StepResult } from "@/lib/policies/contract/policy";
import { projectedItems } from "@/lib/policies/project";
import { POLICIES } from "@/lib/policies/registry";
import { PolicyRun, type RequestFacts, type RunSnapshot } from "@/lib/policies/run";
import { shapeOf } from "@/lib/policies/shapes";
import type { ReadMessages } from "@/lib/policies/shapes/shape";
import { estimateTokens, jsonOf } from "@/lib/policies/shared/estimate";
import type { Pin } from "@/lib/policies/wrappers/pinning";
import { choosePolicy } from "@/lib/replay/choose-policy";
import { pathText } from "@/lib/core/trace/parse-event";
import { AppError } from "@/lib/errors";
import { reportedUsage } from "./reported-usage";

/** What a caller knows beside the body: who needs which messages. */
export interface KnownPlan {
  readonly pins: readonly Pin[];
  /** The plan as a text, for a policy that recites it. */
  readonly text: string | null;
}

/** A request that was projected: the run as it stands, and what its last step did. */
export interface ProjectedRun {
  readonly run: PolicyRun;
  readonly read: ReadMessages;
  readonly result: StepResult;
  /** What did not stand as it was before this request. */
  readonly before: RunSnapshot["shown"] | null;
  readonly requests: NonNullable<ProjectAnswer["requests"]>;
  readonly warnings: ProjectAnswer["warnings"];
}

/** Projects one request, or several over the same messages. @throws AppError `invalid_body` by path */
export function projectMessages(body: ProjectBody): ProjectAnswer {
  return projectionAnswer(body, projectRun(body));
}

/** The projection of a request, before it is written as an answer. @throws AppError `invalid_body` by path */
export function projectRun(body: ProjectBody, known: KnownPlan = { pins: [], text: null }): ProjectedRun {
  const { policy } = body;
  const isAsked = (body.pins ?? []).length > 0 || known.pins.length > 0;
  const pin = policy.pin === false && isAsked ? true : policy.pin;
  const chosen = choosePolicy({ ...policy, pin, version: policy.version ?? versionFor(body) });
  if (!chosen.ok)
    throw refusal(chosen.problems.map(({ path, message }) => ({ path: `policy.${path}`, message })));
  if (chosen.policy === null)
    throw refusal([
      { path: "policy.kind", message: "only a session has a recorded policy; name another one" },
    ]);
  refuseExcess(body);
  const read = readMessages(body);
  refuseUnknownPins(body, read.messages);
  const snapshot = snapshotOf(body.state);
  const run = new PolicyRun(chosen.policy, {
    options: chosen.options,
    ...(snapshot !== null && { snapshot }),
  });
  const asked = [...chosen.pins, ...(body.pins ?? [])].map((id) => ({
    id,
    neededBy: "the request",
    due: false,
  }));
  let result: StepResult = { changes: [] };
  const requests = (body.requests ?? [{ upTo: read.messages.length }]).map((request, i) => {
    run.append(read.messages.slice(run.history.length, request.upTo));
    if (snapshot !== null && i === 0) run.shown.restore(snapshot.shown);
    const facts = factsOf(body, request, i === 0, {
      pins: [...asked, ...known.pins],
      text: body.plan ?? known.text,
    });
    result = run.step({ ...facts, ...reportedUsage(body, run.history) });
    const items = projectedItems(run).filter(({ status }) => status !== "kept");
    return { changed: result.changes.length > 0, items };
  });
  const warnings = chosen.warnings.map(({ path, message }) => ({ path: `policy.${path}`, message }));
  return { run, read, result, before: snapshot?.shown ?? null, requests, warnings };
}

/** What is answered of a projection as it stands. */
export function projectionAnswer(
  body: Pick<ProjectBody, "requests">,
  { run, read, result, requests, warnings }: ProjectedRun,
): ProjectAnswer {
  return {
    messages: read.write(run),
    items: projectedItems(run),
    ledger: ledgerOf(run, result),
    edits: (result.edits ?? []).map((edit) => ({ ...edit })),
    changed: result.changes.length > 0,
    ...(body.requests !== undefined && { requests }),
    warnings,
    state: run.snapshot(),
  };
}

/** A pin that names nothing would keep nothing, silently. */
function refuseUnknownPins({ pins = [], policy: { pin } }: ProjectBody, messages: readonly Message[]): void {
  const known = new Set(
    messages.flatMap(({ id, toolCallId, toolCalls = [] }) => [
      id,
      ...(toolCallId === undefined ? [] : [toolCallId]),
      ...toolCalls.map((call) => call.id),
    ]),
  );
  const problems = [
    ...pins.map((id, i) => ({ id, path: `pins[${i}]` })),
    ...(Array.isArray(pin) ? pin.map((id, i) => ({ id, path: `policy.pin[${i}]` })) : []),
  ].filter(({ id }) => !known.has(id));
  if (problems.length > 0)
    throw refusal(
      problems.map(({ id, path }) => ({ path, message: `no message or tool call is called ${id}` })),
    );
}

/** Characters that texts given by a recipe may come to, and items that all requests together may list. */
const RECIPE_CHARS_MAX = 64 * 1024 * 1024;
const ITEMS_MAX = 2_000_000;

/** A few bytes can ask for a great deal: a text repeated, or many requests over many messages. */
function refuseExcess({ messages, requests = [] }: ProjectBody): void {
  const chars = messages.reduce((sum, { text, texts }) => sum + recipeChars(text) + recipeChars(texts), 0);
  if (chars > RECIPE_CHARS_MAX)
    throw new AppError(
      "too_large",
      `messages: texts may come to ${RECIPE_CHARS_MAX} characters, not ${chars}`,
    );
  if (messages.length * requests.length > ITEMS_MAX)
    throw new AppError("too_large", `requests: requests times messages may come to ${ITEMS_MAX}`);
}

function recipeChars(text: unknown): number {
  if (typeof text === "string") return text.length;
  if (Array.isArray(text)) return text.reduce<number>((sum, part) => sum + recipeChars(part), 0);
  const { success, data } = recipeSchema.safeParse(text);
  if (!success) return 0;
  const [piece, times] = "rep" in data ? data.rep : data.lines;
  return (piece.length + LINE_NUMBER_CHARS) * times;
}

const LINE_NUMBER_CHARS = 8;
const repeated = z.tuple([z.string(), z.number()]);
const recipeSchema = z.union([z.object({ rep: repeated }), z.object({ lines: repeated })]);

/** The messages of a request in the common form. @throws AppError `invalid_body` by path */
export function readMessages({ messages, system }: Pick<ProjectBody, "messages" | "system">): ReadMessages {
  try {
    return shapeOf(messages, system !== undefined).read(messages);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw refusal(
      error.issues.map(({ path, message }) => ({ path: `messages${pathSuffix(path)}`, message })),
    );
  }
}

function pathSuffix(path: readonly PropertyKey[]): string {
  const text = pathText(path);
  return text === "" || text.startsWith("[") ? text : `.${text}`;
}

function refusal(problems: readonly { path: string; message: string }[]): AppError {
  const details = problems.map((problem) => ({ ...problem, code: "invalid_option" }));
  const [first] = details;
  return new AppError("invalid_body", `${first?.path}: ${first?.message}`, details);
}

const snapshotSchema = z.object({
  state: z.unknown(),
  shown: z.object({ altered: z.array(z.unknown()), inserted: z.array(z.unknown()) }),
});

/** What an earlier answer gave as state; null for a new conversation. */
function snapshotOf(state: unknown): RunSnapshot | null {
  const { success } = snapshotSchema.safeParse(state);
  return success ? (state as RunSnapshot) : null;
}

/** The SDK that a case ran names the version by its number; without one it was the oldest. */
function versionFor({ policy: { kind }, state }: ProjectBody): string | undefined {
  if (state?.sdk === undefined) return undefined;
  const major = /(\d+)$/.exec(state.sdk)?.[1];
  const versions = POLICIES.filter((policy) => policy.kind === kind).map(({ version }) => version);
  return versions.find((version) => major !== undefined && version.startsWith(`${major}.`)) ?? versions[0];
}

/** A call whose time nobody says comes long after the one before. */
const LONG_AFTER = Date.UTC(2000, 0, 1);

type Request = NonNullable<ProjectBody["requests"]>[number];

function factsOf(
  body: ProjectBody,
  request: Pick<Request, "now"> & object,
  isFirst: boolean,
  plan: KnownPlan,
): RequestFacts {
  const { state, system, tools, budget } = body;
  const said = body.now ?? request.now ?? state?.now;
  const now = typeof said === "string" ? Date.parse(said) : said;
  const known = { ...(isFirst && state), ...request } as Record<string, unknown>;
  const signals = { ...known, pins: plan.pins, plan: plan.text };
  return {
    now: now ?? LONG_AFTER,
    contextWindow:
      body.contextWindow ??
      (state?.contextWindow || state?.modelContextWindow) ??
      state?.maxInputTokens ??
      null,
    budget: budget ?? null,
    systemTokens: system === undefined ? null : estimateTokens(textOf(system)),
    toolsTokens: tools === undefined ? null : estimateTokens(jsonOf(tools)),
    overflow: known.overflow === true || known.overflowRecovery === true,
    requested: known.manual === true || known.condensationRequest === true || known.force === true,
    signals:
      now === undefined && known.lastCacheTouchAt === undefined
        ? { ...signals, lastCacheTouchAt: 1 }
        : signals,
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : jsonOf(value);
}

function ledgerOf(
  run: PolicyRun,
  { decisions = [], triggers = [], notes = [] }: StepResult,
): ProjectAnswer["ledger"] {
  const idAt = (index: number): Message["id"] => run.history.at(index).id;
  return {
    decisions: decisions.map(({ from, to, numbers, ...decision }) => ({
      ...decision,
      numbers: { ...numbers },
      items: Array.from({ length: Math.min(to, run.history.length) - from }, (_, i) => idAt(from + i)),
    })),
    triggers: triggers.map((trigger) => ({ ...trigger })),
    notes: [...notes],
    estimatedTokens: run.shown.tokens,
  };
}
