import type { ProjectAnswer, ProjectBody } from "@/lib/api/endpoints/runtime/project";
import type { Message } from "@/lib/policies/contract/message";
import type { StepResult } from "@/lib/policies/contract/policy";
import { listProjectedItems } from "@/lib/policies/project";
import { POLICIES } from "@/lib/policies/registry";
import type { PolicyRun, RequestInput, RunSnapshot } from "@/lib/policies/run";
import type { ReadMessages } from "@/lib/policies/shapes/shape";
import { estimateTokens, writeJson } from "@/lib/policies/shared/estimate";
import type { Pin } from "@/lib/policies/wrappers/pinning";
import { choosePolicy } from "@/lib/replay/choose-policy";
import { readMessages, makeRefusal } from "./read-messages";
import { readReportedUsage } from "./reported-usage";
import { beginRun, refuseForeignState, runSnapshot } from "./run-state";
import { z } from "zod";
import { AppError } from "@/lib/errors";

/** The characters that recipes may write out, and the items that all requests together may list. */
const RECIPE_CHARS_MAX = 64 * 1024 * 1024;

const ITEMS_MAX = 2_000_000;

const LINE_NUMBER_CHARS = 8;

const repeated = z.tuple([z.string(), z.number()]);

const recipeSchema = z.union([z.object({ rep: repeated }), z.object({ lines: repeated })]);

export interface KnownPlan {
  readonly pins: readonly Pin[];
  readonly text: string | null;
}

export interface ProjectedRun {
  readonly run: PolicyRun;
  readonly read: ReadMessages;
  readonly result: StepResult;
  readonly before: RunSnapshot["shown"] | null;
  readonly requests: NonNullable<ProjectAnswer["requests"]>;
  readonly warnings: ProjectAnswer["warnings"];
}

/**
 * One request, or several over the same messages.
 * @throws AppError `invalid_body` by path
 */
export function projectMessages(body: ProjectBody): ProjectAnswer {
  return buildProjectionAnswer({ body, projected: projectRun({ body }) });
}

/** Projects a request without writing the answer. @throws AppError `invalid_body` by path */
export function projectRun({
  body,
  known = { pins: [], text: null },
}: {
  readonly body: ProjectBody;
  readonly known?: KnownPlan | undefined;
}): ProjectedRun {
  const { policy } = body;
  const isAsked = (body.pins ?? []).length > 0 || known.pins.length > 0;
  const pin = policy.pin === false && isAsked ? true : policy.pin;
  const chosen = choosePolicy({ ...policy, pin, version: policy.version ?? findVersion(body) });
  if (!chosen.ok)
    throw makeRefusal(chosen.problems.map(({ path, message }) => ({ path: `policy.${path}`, message })));
  if (chosen.policy === null)
    throw makeRefusal([
      { path: "policy.kind", message: "only a session has a recorded policy; name another one" },
    ]);
  refuseExcess(body);
  const readResult = readMessages(body);
  refuseUnknownPins(body, readResult.messages);
  const snapshot = runSnapshot(body.state);
  const run = beginRun({ policy: chosen.policy, options: chosen.options, snapshot });
  const askedPins = [...chosen.pins, ...(body.pins ?? [])].map((id) => ({
    id,
    neededBy: "the request",
    due: false,
  }));
  let result: StepResult = { changes: [] };
  const requests = (body.requests ?? [{ upTo: readResult.messages.length }]).map((request, i) => {
    run.append(readResult.messages.slice(run.history.length, request.upTo));
    const facts = readFacts(body, request, i === 0, {
      pins: [...askedPins, ...known.pins],
      text: body.plan ?? known.text,
    });
    try {
      if (snapshot !== null && i === 0) run.shown.restore(snapshot.shown);
      result = run.step({ ...facts, ...readReportedUsage({ body, sent: run.history }) });
    } catch (error) {
      refuseForeignState({ error, snapshot });
    }
    const items = listProjectedItems(run).filter(({ status }) => status !== "kept");
    return { changed: result.changes.length > 0, items };
  });
  const warnings = chosen.warnings.map(({ path, message }) => ({ path: `policy.${path}`, message }));
  return { run, read: readResult, result, before: snapshot?.shown ?? null, requests, warnings };
}

export function buildProjectionAnswer({
  body,
  projected: { run, read, result, requests, warnings },
}: {
  readonly body: Pick<ProjectBody, "requests">;
  readonly projected: ProjectedRun;
}): ProjectAnswer {
  return {
    messages: read.write(run),
    items: listProjectedItems(run),
    ledger: buildLedger(run, result),
    edits: (result.edits ?? []).map((edit) => ({ ...edit })),
    changed: result.changes.length > 0,
    ...(body.requests !== undefined && { requests }),
    warnings,
    state: run.snapshot(),
  };
}

/** Refused, because a pin that names nothing would silently keep nothing. */
function refuseUnknownPins({ pins = [], policy: { pin } }: ProjectBody, messages: readonly Message[]): void {
  const knownIds = new Set(
    messages.flatMap(({ id, toolCallId, toolCalls = [] }) => [
      id,
      ...(toolCallId === undefined ? [] : [toolCallId]),
      ...toolCalls.map((call) => call.id),
    ]),
  );
  const problems = [
    ...pins.map((id, i) => ({ id, path: `pins[${i}]` })),
    ...(Array.isArray(pin) ? pin.map((id, i) => ({ id, path: `policy.pin[${i}]` })) : []),
  ].filter(({ id }) => !knownIds.has(id));
  if (problems.length > 0)
    throw makeRefusal(
      problems.map(({ id, path }) => ({ path, message: `no message or tool call is called ${id}` })),
    );
}

function findVersion({ policy: { kind }, state }: ProjectBody): string | undefined {
  if (state?.sdk === undefined) return undefined;
  const major = /(?<!\d)(\d+)$/.exec(state.sdk)?.[1];
  const versions = POLICIES.filter((policy) => policy.kind === kind).map(({ version }) => version);
  return versions.find((version) => major !== undefined && version.startsWith(`${major}.`)) ?? versions[0];
}

/** A call without a time counts as much later than the previous one. */
const LONG_AFTER = Date.UTC(2000, 0, 1);

type Request = NonNullable<ProjectBody["requests"]>[number];

function readFacts(
  body: ProjectBody,
  request: Pick<Request, "now"> & object,
  isFirst: boolean,
  plan: KnownPlan,
): RequestInput {
  const { state, system, tools, budget } = body;
  const statedNow = body.now ?? request.now ?? state?.now;
  const now = typeof statedNow === "string" ? Date.parse(statedNow) : statedNow;
  const requestFacts = { ...(isFirst && state), ...request } as Record<string, unknown>;
  const signals = { ...requestFacts, pins: plan.pins, plan: plan.text };
  return {
    now: now ?? LONG_AFTER,
    contextWindow:
      body.contextWindow ??
      (state?.contextWindow || state?.modelContextWindow) ??
      state?.maxInputTokens ??
      null,
    budget: budget ?? null,
    systemTokens: system === undefined ? null : estimateTokens(readText(system)),
    toolsTokens: tools === undefined ? null : estimateTokens(writeJson(tools)),
    overflow: requestFacts.overflow === true || requestFacts.overflowRecovery === true,
    requested:
      requestFacts.manual === true ||
      requestFacts.condensationRequest === true ||
      requestFacts.force === true,
    signals:
      now === undefined && requestFacts.lastCacheTouchAt === undefined
        ? { ...signals, lastCacheTouchAt: 1 }
        : signals,
  };
}

function readText(value: unknown): string {
  return typeof value === "string" ? value : writeJson(value);
}

function buildLedger(
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

/** A small body can ask for a lot of work: a repeated text, or many requests over many messages. */
function refuseExcess({ messages, requests = [] }: ProjectBody): void {
  const chars = messages.reduce<number>((sum, message) => sum + countChars(message), 0);
  if (chars > RECIPE_CHARS_MAX)
    throw new AppError(
      "too_large",
      `messages: texts may come to ${RECIPE_CHARS_MAX} characters, not ${chars}`,
    );
  if (messages.length * requests.length > ITEMS_MAX)
    throw new AppError("too_large", `requests: requests times messages may come to ${ITEMS_MAX}`);
}

function countChars(message: unknown): number {
  if (typeof message !== "object" || message === null) return 0;
  return (
    ("text" in message ? countRecipeChars(message.text) : 0) +
    ("texts" in message ? countRecipeChars(message.texts) : 0)
  );
}

function countRecipeChars(text: unknown): number {
  if (typeof text === "string") return text.length;
  if (Array.isArray(text)) return text.reduce<number>((sum, part) => sum + countRecipeChars(part), 0);
  const { success, data } = recipeSchema.safeParse(text);
  if (!success) return 0;
  const [piece, times] = "rep" in data ? data.rep : data.lines;
  return (piece.length + LINE_NUMBER_CHARS) * times;
}
