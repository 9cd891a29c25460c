import { z } from "zod";

const beforeLastN = z.templateLiteral(["before-last-", z.number().int().nonnegative(), "-messages"]);
const reach = z.union([z.literal("all"), z.literal("before-last-message"), beforeLastN]);

export const pruneOptions = z.object({
  reasoning: z.enum(["none", "all", "before-last-message"]).default("none"),
  toolCalls: z
    .union([
      z.literal("none"),
      reach,
      z.array(z.object({ type: reach, tools: z.array(z.string()).optional() })),
    ])
    .default([]),
  emptyMessages: z.enum(["keep", "remove"]).default("remove"),
});
export type PruneOptions = z.infer<typeof pruneOptions>;

/** One rule on tool calls. It spares the last `tail` messages, and the calls and results that they mention. */
export interface ToolRule {
  readonly tail: number;
  readonly tools: ReadonlySet<string> | null;
}

/** The major versions read "before the last 0 messages" differently: in version 6 it spares everything. */
export interface PruneDialect {
  readonly lastZeroSparesAll: boolean;
}

export function listToolRules({ toolCalls }: PruneOptions, dialect: PruneDialect): ToolRule[] {
  if (toolCalls === "none") return [];
  const rules = typeof toolCalls === "string" ? [{ type: toolCalls }] : toolCalls;
  return rules.map((rule) => ({
    tail: countTail(rule.type, dialect),
    tools: "tools" in rule && rule.tools !== undefined ? new Set(rule.tools) : null,
  }));
}

function countTail(type: z.infer<typeof reach>, { lastZeroSparesAll }: PruneDialect): number {
  if (type === "all") return 0;
  if (type === "before-last-message") return 1;
  const count = Number(/\d+/.exec(type)?.[0] ?? 0);
  return count === 0 && lastZeroSparesAll ? Number.POSITIVE_INFINITY : count;
}
