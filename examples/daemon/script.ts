import type { ChatMessage, Script } from "../scripted-provider";

export const SOURCES = 6;
const RULE = "Never publish before validate_schema has passed.";
export const JOB = `PLAN: fetch the sources 1 to ${SOURCES}, validate_schema, then publish the article. ${RULE}`;

/**
 * A model that writes an article. It follows its plan as long as the window contains it. Without the plan it
 * fetches again what it does not see, and then publishes with confidence and without a plan.
 */
export const publishingModel: Script = (messages) => {
  const calls = messages.flatMap(({ tool_calls: all }) => (all ?? []).map((call) => call.function));
  const did = (name: string) => calls.some((call) => call.name === name);
  const fetched = new Set(
    calls.flatMap(({ name, arguments: args }) => (name === "fetch_source" ? [numberIn(args)] : [])),
  );
  if (did("publish")) return { says: "The article is out." };
  const next = firstMissing(fetched);
  if (!knowsPlan(messages))
    return fetched.has(1) ? { calls: "publish", with: {} } : { calls: "fetch_source", with: { source: 1 } };
  if (next !== null) return { calls: "fetch_source", with: { source: next } };
  return did("validate_schema") ? { calls: "publish", with: {} } : { calls: "validate_schema", with: {} };
};

function knowsPlan(messages: readonly ChatMessage[]): boolean {
  return messages.some(({ role, content }) => role === "user" && (content ?? "").includes(RULE));
}

function firstMissing(fetched: ReadonlySet<number>): number | null {
  for (let source = 1; source <= SOURCES; source++) if (!fetched.has(source)) return source;
  return null;
}

function numberIn(args: string): number {
  return Number((JSON.parse(args) as { source?: unknown }).source);
}
