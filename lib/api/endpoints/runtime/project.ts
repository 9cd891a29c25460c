import { z } from "zod";
import { policyChoiceSchema } from "@/lib/replay/choose-policy";
import { endpoint } from "../../endpoint";
import { runtimeMessages } from "./shared";

const tokens = z.number().nonnegative().max(1e12);

/** Usage in any provider's form. */
export const usageSchema = z.looseObject({
  input_tokens: tokens.optional(),
  cache_read_input_tokens: tokens.nullish(),
  cache_creation_input_tokens: tokens.nullish(),
  output_tokens: tokens.optional(),
  prompt_tokens: tokens.optional(),
  completion_tokens: tokens.optional(),
  input: tokens.optional(),
  output: tokens.optional(),
  cacheRead: tokens.nullish(),
  cacheWrite: tokens.nullish(),
  totalTokens: tokens.optional(),
});
export type UsageBody = z.infer<typeof usageSchema>;

const factsSchema = z.looseObject({
  now: z.number().optional(),
  contextWindow: tokens.optional(),
  modelContextWindow: tokens.optional(),
  maxInputTokens: tokens.optional(),
  lastCacheTouchAt: z.number().nullish(),
  sdk: z.string().max(100).optional(),
  usage: z
    .record(z.string(), z.union([tokens, usageSchema]))
    .optional()
    .describe("what the provider reported with each reply, by the id of the reply; a number is its input"),
});

const requestSchema = z.looseObject({
  upTo: z.int().nonnegative(),
  now: z.number().optional(),
});

export const projectBodySchema = z
  .looseObject({
    messages: runtimeMessages,
    system: z.unknown().optional(),
    tools: z.array(z.unknown()).optional(),
    policy: policyChoiceSchema,
    usage: usageSchema.optional(),
    contextWindow: tokens.optional(),
    budget: tokens.optional(),
    now: z.union([z.number(), z.iso.datetime({ offset: true })]).optional(),
    state: factsSchema.optional().describe("what an earlier answer gave as `state`, or facts of the request"),
    requests: z
      .array(requestSchema)
      .max(10_000)
      .optional()
      .describe("several requests over the same messages"),
    pins: z
      .array(z.string().max(512))
      .max(10_000)
      .optional()
      .describe("messages, results or calls that the policy has to keep; an error where it cannot"),
    plan: z.string().max(100_000).optional().describe("the plan that a policy with `recite` says again"),
  })
  .meta({ id: "ProjectRequest" });
export type ProjectBody = z.infer<typeof projectBodySchema>;

const itemSchema = z.object({
  id: z.string(),
  status: z.enum(["kept", "trimmed", "cleared", "removed", "summarized"]),
  text: z.string().optional().describe("where it differs from what was sent"),
});

export const projectAnswerSchema = z
  .object({
    messages: z.array(z.unknown()).describe("in the shape they came in"),
    items: z.array(itemSchema),
    ledger: z.object({
      decisions: z.array(
        z.object({
          action: z.string(),
          items: z.array(z.string()),
          rule: z.string(),
          reason: z.string(),
          numbers: z.record(z.string(), z.number()),
          reference: z.string().nullable(),
        }),
      ),
      triggers: z.array(
        z.object({
          name: z.string(),
          fired: z.boolean(),
          measured: z.number().nullable(),
          threshold: z.number().nullable(),
          unit: z.string(),
          basis: z.string(),
        }),
      ),
      notes: z.array(z.string()),
      estimatedTokens: z.number(),
    }),
    edits: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
    changed: z.boolean(),
    requests: z
      .array(z.object({ changed: z.boolean(), items: z.array(itemSchema) }))
      .optional()
      .describe("one for each of `requests`: the items that are not kept"),
    warnings: z.array(z.object({ path: z.string(), message: z.string() })),
    state: z.unknown().describe("send it with the next request of the same conversation"),
  })
  .meta({ id: "Projection" });
export type ProjectAnswer = z.input<typeof projectAnswerSchema>;

export const postProject = endpoint({
  method: "POST",
  path: "/api/v1/project",
  summary: "What a policy makes of one request",
  description:
    "Stateless: messages in OpenAI's or Anthropic's shape, or `{id, role, text, …}`; the same code as a replay. Without `now` the call counts as long after " +
    "the one before. A case of the shape `{policy: KIND, input: {policy: OPTIONS, state, messages}}` may be sent as it stands.",
  scope: "read",
  body: { "application/json": projectBodySchema },
  response: projectAnswerSchema,
});
