import { z } from "zod";
import type { Tokens } from "../../units";

const condition = z.object({
  fraction: z.number().gt(0).max(1).optional(),
  tokens: z.number().positive().optional(),
  messages: z.number().int().positive().optional(),
});

/** The middleware's arguments. */
export const options = z.object({
  /** One condition, all of whose parts must hold, or several, any of which may; none never fires. */
  trigger: z
    .union([condition, z.array(condition)])
    .nullable()
    .default(null),
  keep: z
    .object({
      fraction: z.number().min(0).max(1).optional(),
      tokens: z.number().min(0).optional(),
      messages: z.number().int().min(0).optional(),
    })
    .default({ messages: 20 }),
  /** How much of what leaves the summariser gets to see, newest first. */
  trimTokensToSummarize: z.number().default(4_000),
  summaryPrefix: z.string().default("Here is a summary of the conversation to date:"),
});

/** The arguments with defaults filled in. */
export type Options = z.infer<typeof options>;

/** Whether any condition holds. A share of an unknown window does not. */
export function isTriggered(
  { trigger }: Options,
  state: { readonly messages: number; readonly tokens: Tokens; readonly window: Tokens | null },
): boolean {
  const conditions = trigger === null ? [] : Array.isArray(trigger) ? trigger : [trigger];
  return conditions.some(({ fraction, tokens, messages }) => {
    if (fraction === undefined && tokens === undefined && messages === undefined) return false;
    if (messages !== undefined && state.messages < messages) return false;
    if (tokens !== undefined && state.tokens < tokens) return false;
    if (fraction === undefined) return true;
    return state.window !== null && state.tokens >= Math.floor(state.window * fraction);
  });
}
