import { z } from "zod";

const share = z.number().min(0).max(1);

const reserves = z.strictObject({ retrieval: share.optional(), memory: share.optional() });

export const contextPolicyOptions = z.object({
  max_tokens: z.number().int().positive().nullable().default(null),
  reserve: reserves.default({ retrieval: 0.25, memory: 0.05 }),
  phases: z.record(z.string(), reserves).default({
    diagnosing: { retrieval: 0.35 },
    editing: { retrieval: 0.25 },
    verifying: { retrieval: 0.1 },
    summarizing: { retrieval: 0.05, memory: 0.02 },
  }),
  recent_tail: z.number().int().nonnegative().default(8),
  /** Behind the tail, observations longer than `max_chars` show only their beginning and end. */
  observation: z
    .strictObject({
      max_chars: z.number().int().nonnegative().default(4_000),
      head_chars: z.number().int().nonnegative().default(1_200),
      tail_chars: z.number().int().nonnegative().default(400),
    })
    .prefault({}),
  deny_tools: z.array(z.string()).default([]),
});
export type ContextPolicyOptions = z.infer<typeof contextPolicyOptions>;

const positions = z.array(z.number().int()).default([]);
const pointer = z.number().int().nonnegative().default(0);

export const state = z.object({
  readTo: pointer,
  tailFrom: pointer,
  referredTo: pointer,
  removedTo: pointer,
  /** Old results that were skipped because they were pinned. */
  passed: positions,
  retrieval: positions,
  memory: positions,
  newest: z.record(z.string(), z.number().int()).default({}),
});
export type State = z.infer<typeof state>;
