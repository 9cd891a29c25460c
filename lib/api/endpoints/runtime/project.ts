import { z } from "zod";
import { policyChoiceSchema } from "@/lib/replay/choose-policy";
import { endpoint } from "../../endpoint";
import { runtimeMessages } from "./shared";

const tokens = z.number().nonnegative().max(1e12);

export const reportedUsageSchema = z.looseObject({
  input_tokens: tokens.optional().describe("input tokens without the prompt cache"),
  cache_read_input_tokens: tokens.nullish().describe("tokens that were read from the prompt cache"),
  cache_creation_input_tokens: tokens.nullish().describe("tokens that were written to the prompt cache"),
  output_tokens: tokens.optional().describe("output tokens"),
  prompt_tokens: tokens.optional().describe("input tokens with the prompt cache"),
  completion_tokens: tokens.optional().describe("output tokens"),
  input: tokens.optional().describe("input tokens without the prompt cache"),
  output: tokens.optional().describe("output tokens"),
  cacheRead: tokens.nullish().describe("tokens that were read from the prompt cache"),
  cacheWrite: tokens.nullish().describe("tokens that were written to the prompt cache"),
  totalTokens: tokens.optional().describe("input and output tokens"),
});
export type UsageBody = z.infer<typeof reportedUsageSchema>;

const factsSchema = z.looseObject({
  now: z.number().optional().describe("the time of the call, in milliseconds since 1970"),
  contextWindow: tokens
    .optional()
    .describe("the size of the context window that the harness reckons with, in tokens"),
  modelContextWindow: tokens.optional().describe("the size of the model's context window, in tokens"),
  maxInputTokens: tokens.optional().describe("the longest input that the model takes, in tokens"),
  lastCacheTouchAt: z
    .number()
    .nullish()
    .describe("when the prompt cache was used last, in milliseconds since 1970; null for never"),
  sdk: z.string().max(100).optional().describe("the client library that sends the messages"),
  usage: z
    .record(z.string(), z.union([tokens, reportedUsageSchema]))
    .optional()
    .describe("what the provider reported with each reply, by the id of the reply; a number is its input"),
});

const requestSchema = z.looseObject({
  upTo: z.int().nonnegative().describe("messages that the request holds: the first so many"),
  now: z.number().optional().describe("the time of the request, in milliseconds since 1970"),
});

export const projectBodySchema = z
  .looseObject({
    messages: runtimeMessages.describe("the messages that are about to be sent, in the provider's form"),
    system: z.unknown().optional().describe("the system prompt, as it is sent to the model"),
    tools: z.array(z.unknown()).optional().describe("the tool definitions, as they are sent to the model"),
    policy: policyChoiceSchema.describe("the policy to apply, with its options"),
    usage: reportedUsageSchema.optional().describe("the usage of the call before, in the provider's form"),
    contextWindow: tokens.optional().describe("the size of the model's context window, in tokens"),
    budget: tokens.optional().describe("tokens that a request may take"),
    now: z
      .union([z.number(), z.iso.datetime({ offset: true })])
      .optional()
      .describe("the time of the request: milliseconds since 1970, or a date and time"),
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
  id: z.string().describe("the item's id: a call's id, else its place"),
  status: z
    .enum(["kept", "trimmed", "cleared", "removed", "summarized"])
    .describe("what the policy did with it"),
  text: z.string().optional().describe("where it differs from what was sent"),
});

export const projectAnswerSchema = z
  .object({
    messages: z.array(z.unknown()).describe("in the shape they came in"),
    items: z.array(itemSchema).describe("what became of each item"),
    ledger: z
      .object({
        decisions: z
          .array(
            z.object({
              action: z.string().describe("what was done"),
              items: z.array(z.string()).describe("ids of the items that it was done to"),
              rule: z.string().describe("the policy's rule"),
              reason: z.string().describe("the reason in words"),
              numbers: z.record(z.string(), z.number()).describe("the figures of the reason, by name"),
              reference: z
                .string()
                .nullable()
                .describe("the text that stands in their place; null where none does"),
            }),
          )
          .describe("the decisions, in order"),
        triggers: z
          .array(
            z.object({
              name: z.string().describe("the condition's name"),
              fired: z.boolean().describe("whether it held"),
              measured: z
                .number()
                .nullable()
                .describe("the figure that was measured; null where it is not known"),
              threshold: z
                .number()
                .nullable()
                .describe("the figure that it was compared with; null for none"),
              unit: z.string().describe("the unit of both figures"),
              basis: z.string().describe("what the figure was measured from"),
            }),
          )
          .describe("the conditions of the policy, whether they held or not"),
        notes: z.array(z.string()).describe("what has to be known to read the decisions"),
        estimatedTokens: z.number().describe("tokens of the window, estimated"),
      })
      .describe("what the policy decided, and why"),
    edits: z
      .array(z.record(z.string(), z.union([z.string(), z.number()])))
      .describe("the edits as the vendor's API reports them"),
    changed: z.boolean().describe("whether the policy changed anything"),
    requests: z
      .array(
        z.object({
          changed: z.boolean().describe("whether the policy changed anything in this request"),
          items: z.array(itemSchema).describe("what became of each item in this request"),
        }),
      )
      .optional()
      .describe("one for each of `requests`: the items that are not kept"),
    warnings: z
      .array(
        z.object({
          path: z.string().describe("the option, as a path"),
          message: z.string().describe("what was ignored or assumed"),
        }),
      )
      .describe("options that were ignored or assumed"),
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
