import { z } from "zod";

const tokens = z.object({ type: z.literal("input_tokens"), value: z.number().int().nonnegative() });
const toolUses = z.object({ type: z.literal("tool_uses"), value: z.number().int().nonnegative() });

export const clearToolUsesEntry = z.object({
  type: z.literal("clear_tool_uses_20250919"),
  trigger: z.discriminatedUnion("type", [tokens, toolUses]).default({ type: "input_tokens", value: 100_000 }),
  keep: toolUses.default({ type: "tool_uses", value: 3 }),
  clear_at_least: tokens.nullable().default(null),
  exclude_tools: z.array(z.string()).nullable().default(null),
  /** Whether call arguments are cleared with their results. A list names the tools for which they are. */
  clear_tool_inputs: z
    .union([z.boolean(), z.array(z.string())])
    .nullable()
    .default(false),
});
export type ClearToolUsesEdit = z.infer<typeof clearToolUsesEntry>;

export const clearToolUsesEdit = clearToolUsesEntry.extend({
  type: clearToolUsesEntry.shape.type.default("clear_tool_uses_20250919"),
});
