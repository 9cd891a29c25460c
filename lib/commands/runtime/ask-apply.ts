import type { StepOf } from "@/lib/access/step-of";
import type { ApplyAnswer, ApplyBody } from "@/lib/api/endpoints/runtime/apply";
import {
  buildProjectionAnswer,
  projectRun,
  type ProjectedRun,
} from "@/lib/commands/project/project-messages";
import type { AppliedPolicy } from "@/lib/core/trace/applied-policy";
import type { EvictionHow } from "@/lib/core/vocabulary";
import { estimateTokens, writeJson, makeMessageCounter } from "@/lib/policies/shared/estimate";
import { checkBudget } from "@/lib/runtime/gates";
import {
  makeBlockId,
  leaveReferences,
  listLeftItems,
  type LeftItem,
  type LeftReferences,
} from "@/lib/runtime/leave-references";
import { listManifestPins, writeManifest } from "@/lib/runtime/manifest";
import { findRequestedSession, findAskedTurn } from "./requested-session";
import { makeRememberingHash } from "./hash-of";
import {
  makeGateEvent,
  makeKeptBlockEvent,
  planEvent,
  record,
  recordSoon,
  type RuntimeEvent,
} from "./record";

/**
 * Messages in the form that a policy sends. Referenced contents are on disk before the answer is sent. If that fails,
 * there is no answer, and the agent sends its own messages.
 * @throws AppError `invalid_body` by path, `not_found`, `unavailable`
 */
export async function askApply({
  ctx: { db, project },
  input: body,
}: StepOf<"db" | "project", ApplyBody>): Promise<ApplyAnswer> {
  const session = await findRequestedSession({ ctx: { db, project }, input: body.session });
  const { plan, ...rest } = body;
  const hashOf = makeRememberingHash();
  const projected = projectRun({
    body: { ...rest, policy: body.policy },
    known:
      plan === undefined
        ? { pins: [], text: null }
        : { pins: listManifestPins(plan), text: writeManifest(plan) },
  });
  const references =
    session !== null && body.references !== false
      ? leaveReferences(projected.run, session.publicId, hashOf, projected.before)
      : { left: listLeftItems(projected.run, new Map(), hashOf), kept: [] };
  const answer = buildProjectionAnswer({ body: {}, projected });
  const tokens = countTokensOfRun(body, projected);
  const edits = listEdits(projected, references);
  const turn =
    session === null || body.marked
      ? body.turn
      : await findAskedTurn({ ctx: { db }, input: { session, turn: body.turn } });
  const gate = checkBudget(tokens.after, tokens.budget);
  const notes = [...(projected.result.notes ?? [])];
  const kept = references.kept.map((block) =>
    makeKeptBlockEvent({ block, hash: hashOf(block.content ?? "") }),
  );
  await record({ ctx: { db }, input: { session, said: kept } });
  const recorded = recordSoon({
    ctx: { db },
    input: {
      session,
      said: [
        ...(plan === undefined || plan.recorded ? [] : [planEvent(plan)]),
        ...(body.marked ? [] : edits.map((edit) => makeEditEvent(edit, projected, turn))),
        ...(tokens.budget === null ? [sizeEvent(tokens.after, turn)] : [makeGateEvent({ gate, turn })]),
        ...(notes.some((note) => note.includes("cannot be kept")) ? [pinEvent(notes, turn)] : []),
      ],
    },
  });
  return {
    ...answer,
    tokens: { ...tokens, provenance: "estimated" },
    fits: tokens.budget === null ? null : gate.passed,
    left: [...references.left],
    pins: {
      held: (projected.result.held ?? []).map(({ index, reason }) => {
        const message = projected.run.history.at(index);
        return { item: message.id, block: makeBlockId(message, hashOf), reason };
      }),
      notes,
    },
    applied: isUntouched(projected, references)
      ? null
      : {
          policy: projected.run.policy.kind,
          tokensBefore: tokens.before,
          tokensAfter: tokens.after,
          edits,
        },
    recorded,
  };
}

function isUntouched({ run }: ProjectedRun, { left }: LeftReferences): boolean {
  return left.length === 0 && run.shown.record().inserted.length === 0;
}

function countTokensOfRun({ system, tools, budget, contextWindow }: ApplyBody, { run }: ProjectedRun) {
  const front =
    (system === undefined ? 0 : estimateTokens(typeof system === "string" ? system : writeJson(system))) +
    (tools === undefined ? 0 : estimateTokens(writeJson(tools)));
  const count = makeMessageCounter(estimateTokens);
  return {
    before: front + run.history.measure(count).total(),
    after: front + run.shown.tokens,
    budget: budget ?? contextWindow ?? null,
  };
}

const HOW = {
  trimmed: "trimmed",
  cleared: "cleared",
  removed: "removed",
  summarized: "compacted",
} as const satisfies Record<LeftItem["status"], EvictionHow>;

type Edit = AppliedPolicy["edits"][number];

function listEdits({ run, result, before }: ProjectedRun, { left }: LeftReferences): Edit[] {
  const gone = new Map((before?.altered ?? []).map(({ id, status }) => [id, status]));
  const decisions = result.decisions ?? [];
  return left
    .filter(({ item, status }) => gone.get(item) !== status)
    .map(({ item, status, block, reference }): Edit => {
      const index = run.history.indexOf(item) ?? -1;
      const cause = decisions.findLast(
        ({ from, to, action }) => from <= index && index < to && action !== "protect",
      );
      return {
        how: HOW[status],
        blocks: [block],
        ...(cause !== undefined && { rule: cause.rule, reason: cause.reason, numbers: { ...cause.numbers } }),
        ...(reference !== null && { reference: { kind: "artifact", text: reference, restorable: true } }),
      };
    });
}

function makeEditEvent(edit: Edit, { run }: ProjectedRun, turn: number | undefined): RuntimeEvent {
  return { type: "context.edited", ...(turn !== undefined && { turn }), policy: run.policy.kind, ...edit };
}

function sizeEvent(tokens: number, turn: number | undefined): RuntimeEvent {
  const message = "The policy was applied; no budget is known.";
  return makeGateEvent({ gate: { gate: "apply", passed: true, message, numbers: { tokens } }, turn });
}

function pinEvent(notes: readonly string[], turn: number | undefined): RuntimeEvent {
  return makeGateEvent({
    gate: { gate: "pins", passed: false, message: notes.join(" "), numbers: {} },
    turn,
  });
}
