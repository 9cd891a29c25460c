import { z } from "zod";
import { AppError } from "@/lib/errors";
import type { Policy } from "@/lib/policies/contract/policy";
import { PolicyRun, type RunSnapshot } from "@/lib/policies/run";
import { problemsBelow, refusal } from "./read-messages";

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

/** What an earlier answer gave as state; null for a new conversation. @throws AppError `invalid_body` where it was changed */
export function snapshotOf(state: unknown): RunSnapshot | null {
  if (typeof state !== "object" || state === null || !("shown" in state)) return null;
  const { success, error } = snapshotSchema.safeParse(state);
  if (!success) throw refusal(problemsBelow("state", error));
  return state as RunSnapshot;
}

/** A run that goes on from a snapshot, or begins. @throws AppError `invalid_body` for the state of another policy */
export function beginRun(policy: Policy, options: unknown, snapshot: RunSnapshot | null): PolicyRun {
  if (snapshot === null) return new PolicyRun(policy, { options });
  try {
    return new PolicyRun(policy, { options, snapshot });
  } catch (error) {
    throw error instanceof z.ZodError ? refusal(problemsBelow("state.state", error)) : error;
  }
}

/** A state that remembers places which the messages do not have is the state of other messages. */
export function refuseForeignState(error: unknown, snapshot: RunSnapshot | null): never {
  if (snapshot === null || error instanceof AppError) throw error;
  console.error("a policy could not go on from the state of a request:", error);
  const message =
    "it does not go with these messages; send what the answer before gave, with the whole history";
  throw refusal([{ path: "state", message }]);
}
