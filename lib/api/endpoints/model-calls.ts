import { z } from "zod";
import { appliedPolicySchema } from "@/lib/core/trace/applied-policy";
import { noteSchema } from "@/lib/core/trace/scalars";
import { ID_CHARS_MAX } from "@/lib/core/trace/limits";
import { endpoint } from "../endpoint";
import { ingestReportSchema } from "./events";

const idSchema = z.string().min(1).max(ID_CHARS_MAX);
const timeSchema = z.union([z.iso.datetime({ offset: true }), z.number().positive()]);

export const modelCallSchema = z
  .looseObject({
    id: idSchema.optional().describe("makes the call idempotent; the id of its response when left out"),
    session: idSchema
      .optional()
      .describe(
        "the conversation; when left out, the trace of `traceparent`, else the first message tells conversations apart",
      ),
    thread: idSchema.optional().describe("a window of its own within the session: a sub-agent's"),
    agent: z.string().max(1_000).optional().describe("the agent's name"),
    side: idSchema
      .optional()
      .describe("what the call is for when it is not part of the conversation: `title`"),
    provider: z
      .string()
      .max(100)
      .optional()
      .describe(
        "anthropic, openai.chat, openai.responses, gemini, bedrock (Converse), cohere (version 2) or ollama; recognised when left out",
      ),
    api: z
      .string()
      .max(100)
      .optional()
      .describe("the same as `provider`; `anthropic.messages` is `anthropic`"),
    at: timeSchema.optional().describe("the same as `startedAt`"),
    startedAt: timeSchema.optional().describe("ISO 8601, or milliseconds since 1970"),
    endedAt: timeSchema.optional().describe("when the answer was complete"),
    traceparent: z.string().max(200).optional().describe("the W3C trace context of the call"),
    request: z.record(z.string(), z.unknown()).describe("the request body as sent"),
    response: z
      .unknown()
      .optional()
      .describe("the response body; of a streamed one the events, as the text of the stream or as a list"),
    error: z
      .unknown()
      .optional()
      .describe(
        "what came in place of a response: a text, an object with a `message`, or `{ status, body }` as the provider answered",
      ),
    cut: noteSchema
      .optional()
      .describe(
        "why the copy of the answer ends where it ends: the agent stopped reading, the connection broke. It is the call's error unless the answer itself says that it is whole",
      ),
    notKept: noteSchema
      .optional()
      .describe(
        "what of the call the sender did not keep, and why: a request above its size limit. The session says so; then `request` may be empty, and `provider` names the API",
      ),
    applied: appliedPolicySchema
      .optional()
      .describe("what a policy did to the request before it was sent: `applied` of the answer of `apply`"),
  })
  .meta({ id: "ModelCall" });
export type ModelCallBody = z.output<typeof modelCallSchema>;

export const postModelCalls = endpoint({
  method: "POST",
  path: "/api/v1/model-calls",
  summary: "Take in raw model calls",
  description:
    "Requests and responses as a wrapper or a proxy saw them: Anthropic Messages, OpenAI Chat Completions and Responses, Gemini, Bedrock Converse, Cohere 2 and Ollama; streamed responses too. " +
    "What is accepted is on disk when the answer comes, and every later read with `wait` includes it. " +
    "A request that repeats the conversation costs what is new in it; least as lines of JSON, several calls of a session in a body. Requests that hold only what is new, by `previous_response_id`, `conversation` or `thread`, are put together.",
  scope: "send",
  body: {
    "application/json": z.object({
      calls: z.array(modelCallSchema).describe("the calls, in the order in which they were made"),
    }),
    "application/x-ndjson": null,
  },
  response: ingestReportSchema,
});
