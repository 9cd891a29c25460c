import { z } from "zod";

const messageType = z.enum(["human", "ai", "system", "tool"]);
const messageTypes = z.union([messageType, z.array(messageType)]);

export const trimOptions = z.object({
  /** `null` means the request's budget, else its context window: the vendor has no default. */
  maxTokens: z.number().nullable().default(null),
  /** The vendor takes a model or a function here. These names stand for the usual functions. */
  tokenCounter: z.enum(["model", "messages", "chars", "chars4"]).default("model"),
  strategy: z.enum(["last", "first"]).default("last"),
  allowPartial: z.boolean().default(false),
  includeSystem: z.boolean().default(false),
  startOn: messageTypes.optional(),
  endOn: messageTypes.optional(),
});
export type TrimOptions = z.infer<typeof trimOptions>;
