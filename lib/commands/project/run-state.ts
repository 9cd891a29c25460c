import { z } from "zod";
import { PLAINLY } from "@/lib/core/plain-issues";
import { AppError } from "@/lib/errors";
import type { Policy } from "@/lib/policies/contract/policy";
import { PolicyRun, type RunSnapshot } from "@/lib/policies/run";
import { listProblemsBelow, makeRefusal } from "./read-messages";

const messageSchema = z.looseObject({
  id: z.string(),
  role: z.enum(["system", "user", "assistant", "tool"]),
  text: z.string(),
  texts: z.array(z.string()).optional(),
  thinking: z.string().optional(),
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), args: z.unknown() })).optional(),
  simulated: z.looseObject({ tokens: z.number() }).optional(),
});

const snapshotSchema = z.object({
  state: z.unknown(),
  shown: z.object({
    altered: z.array(
      z.object({
        id: z.string(),
        status: z.enum(["trimmed", "cleared", "removed", "summarized"]),
        message: messageSchema.optional(),
      }),
    ),
    inserted: z.array(z.object({ before: z.int().nonnegative(), message: messageSchema })),
  }),
});

/**
 * The state from an earlier answer; `null` for a new conversation. @throws AppError `invalid_body` if it was changed
 */
export function runSnapshot(state: unknown): RunSnapshot | null {
  if (typeof state !== "object" || state === null || !("shown" in state)) return null;
  const { success, error } = snapshotSchema.safeParse(state, PLAINLY);
  if (!success) throw makeRefusal(listProblemsBelow({ field: "state", error }));
  return state as RunSnapshot;
}

/** A new run, or one that continues from a snapshot. @throws AppError `invalid_body` for another policy's state */
export function beginRun({
  policy,
  options,
  snapshot,
}: {
  readonly policy: Policy;
  readonly options: unknown;
  readonly snapshot: RunSnapshot | null;
}): PolicyRun {
  if (snapshot === null) return new PolicyRun(policy, { options });
  try {
    return new PolicyRun(policy, { options, snapshot });
  } catch (error) {
    throw error instanceof z.ZodError
      ? makeRefusal(listProblemsBelow({ field: "state.state", error }))
      : error;
  }
}

/** A state whose positions the messages do not have belongs to other messages. */
export function refuseForeignState({
  error,
  snapshot,
}: {
  readonly error: unknown;
  readonly snapshot: RunSnapshot | null;
}): never {
  if (snapshot === null || error instanceof AppError) throw error;
  console.error("a policy could not go on from the state of a request:", error);
  const message =
    "it does not go with these messages; send what the answer before gave, with the whole history";
  throw makeRefusal([{ path: "state", message }]);
}
