import { z } from "zod";
import type { Policy } from "@/lib/policies/contract/policy";
import { openclawPruningV1, openclawPruningV2, openclawPruningV3 } from "@/lib/policies/openclaw-pruning";
import {
  readPruningSettings,
  parseSingleDuration,
  tunableOptions,
} from "@/lib/policies/openclaw-pruning/settings";
import { listProjectedItems } from "@/lib/policies/project";
import { PolicyRun } from "@/lib/policies/run";
import { caseMessages } from "./case-messages";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const touch = z.number().nullable().optional();

const caseInput = z.strictObject({
  policy: z.record(z.string(), z.unknown()).default({}),
  state: z
    .strictObject({
      contextWindow: z.number().optional(),
      modelContextWindow: z.number().optional(),
      now: z.number().optional(),
      lastCacheTouchAt: touch,
    })
    .prefault({}),
  messages: caseMessages,
  requests: z
    .array(
      z.strictObject({
        upTo: z.number(),
        now: z.number(),
        lastCacheTouchAt: touch,
        pruneNewRounds: z.boolean().optional(),
      }),
    )
    .optional(),
});
type Input = z.infer<typeof caseInput>;

const runState = z.object({ lastTouchAt: z.number().nullable() });

interface Outcome {
  /** True if this step pruned. Later generations also repeat the effects of earlier steps. */
  readonly newRound: boolean;
  readonly changed: boolean;
  readonly items: ReturnType<typeof listProjectedItems>;
  readonly lastCacheTouchAtAfter: number | null;
}

function send(policy: Policy, input: Input, options: unknown): Outcome[] {
  const { state, messages } = input;
  const { contextWindow = 0, modelContextWindow = 0 } = state;
  const whole = { upTo: messages.length, now: state.now ?? 0, lastCacheTouchAt: state.lastCacheTouchAt };
  const run = new PolicyRun(policy, { options });
  let stamp = state.lastCacheTouchAt;
  return (input.requests ?? [whole]).map((request) => {
    run.append(messages.slice(run.history.length, request.upTo));
    if (request.lastCacheTouchAt !== undefined) stamp = request.lastCacheTouchAt;
    const { changes } = run.step({
      now: request.now,
      contextWindow: contextWindow > 0 ? contextWindow : modelContextWindow,
      signals: {
        lastCacheTouchAt: stamp,
        pruneNewRounds: "pruneNewRounds" in request ? request.pruneNewRounds : undefined,
      },
    });
    const { lastTouchAt } = runState.parse(run.snapshot().state);
    const items = listProjectedItems(run);
    stamp = lastTouchAt;
    return {
      newRound: changes.length > 0,
      changed: items.some(({ status }) => status !== "kept"),
      items,
      lastCacheTouchAtAfter: lastTouchAt,
    };
  });
}

function onlyChanged({ items, ...rest }: Outcome): Outcome {
  return { ...rest, items: items.filter(({ status }) => status !== "kept") };
}

const v1: CaseFamily = {
  policy: openclawPruningV1.kind,
  run(raw) {
    const input = caseInput.parse(raw);
    const outcomes = send(openclawPruningV1, input, knownOptions(openclawPruningV1, input.policy));
    if (input.requests !== undefined) return { requests: outcomes.map(onlyChanged) };
    const read = readPruningSettings(tunableOptions.parse(input.policy), parseSingleDuration);
    const settings = read.mode === "off" ? null : read;
    return { ...outcomes[0], extra: { settings, lastCacheTouchAtAfter: outcomes[0]?.lastCacheTouchAtAfter } };
  },
};

/** These cases call the pruning itself, whatever the clock says. */
const v2: CaseFamily = {
  policy: openclawPruningV2.kind,
  run(raw) {
    const input = caseInput.parse(raw);
    const longAgo = { ...input.state, now: 3_600_000, lastCacheTouchAt: 1 };
    return send(
      openclawPruningV2,
      { ...input, state: longAgo },
      { ...knownOptions(openclawPruningV2, input.policy), ttl: "1m" },
    )[0];
  },
};

/** Generation 3 reads the options of the earlier ones and ignores what it has fixed. */
const v3: CaseFamily = {
  policy: openclawPruningV3.kind,
  run(raw) {
    const input = caseInput.parse(raw);
    const outcomes = send(openclawPruningV3, input, knownOptions(openclawPruningV2, input.policy));
    return { requests: outcomes.map(onlyChanged) };
  },
};

export const openclawPruningCases: readonly CaseFamily[] = [v1, v2, v3];
