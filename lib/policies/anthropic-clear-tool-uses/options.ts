import { z } from "zod";

const tokens = z.object({ type: z.literal("input_tokens"), value: z.number().int().nonnegative() });
const toolUses = z.object({ type: z.literal("tool_uses"), value: z.number().int().nonnegative() });

/** One entry of `context_management.edits`. */
export const clearToolUsesEntry = z.object({
  type: z.literal("clear_tool_uses_20250919"),
  /** More than this starts a clearing. */
  trigger: z.discriminatedUnion("type", [tokens, toolUses]).default({ type: "input_tokens", value: 100_000 }),
  /** The newest uses that are never cleared. */
  keep: toolUses.default({ type: "tool_uses", value: 3 }),
  /** A clearing that frees less than this does not happen. */
  clear_at_least: tokens.nullable().default(null),
  exclude_tools: z.array(z.string()).nullable().default(null),
  /** Whether arguments go with their results; a list names the tools whose arguments do. */
  clear_tool_inputs: z
    .union([z.boolean(), z.array(z.string())])
    .nullable()
    .default(false),
});
export type ClearToolUsesEdit = z.infer<typeof clearToolUsesEntry>;

/** The entry on its own, where its type goes without saying. */
export const clearToolUsesEdit = clearToolUsesEntry.extend({
  type: clearToolUsesEntry.shape.type.default("clear_tool_uses_20250919"),
});
