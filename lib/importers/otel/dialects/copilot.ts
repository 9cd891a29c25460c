import type { Fact } from "../spans/facts";
import type { OtelRecord, SpanEvent } from "../spans/record";
import { countAt, readTextAt } from "../spans/record";
import type { Dialect } from "./dialect";
import { readGenai } from "./genai";

/**
 * Copilot CLI. A call's messages are only the new ones. Edits of the context are events of the agent's span.
 */
export const copilot: Dialect = {
  id: "copilot",
  label: "Copilot CLI",
  checked: { on: "2026-11-22", against: "@github/copilot@1.0.102" },
  contentSwitch: "set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true",
  claims: ({ scope }) => scope === "github.copilot",
  read(record): Fact[] {
    const facts = readGenai(record).map((fact): Fact =>
      fact.type === "call" ? { ...fact, isDelta: true } : fact,
    );
    return [...facts, ...record.events.flatMap((event) => readEdit(record, event))];
  },
};

function readEdit(record: OtelRecord, { name, at, attributes }: SpanEvent): Fact[] {
  const count = (key: string) => countAt(attributes, `github.copilot.${key}`);
  const limit = count("token_limit");
  const facts: Fact[] = limit === undefined ? [] : [{ type: "session", record, contextWindow: limit }];
  const compacts = name === "github.copilot.session.compaction_complete";
  if (!compacts && name !== "github.copilot.session.truncation") return facts;
  if (compacts && attributes["github.copilot.success"] === false) return facts;
  const [before, after, freed] = [count("pre_tokens"), count("post_tokens"), count("tokens_removed")];
  const messages = count("messages_removed");
  const by = readTextAt(attributes, "github.copilot.performed_by");
  const fields = {
    how: compacts ? ("compacted" as const) : ("truncated" as const),
    policy: compacts ? "copilot.compaction" : "copilot.truncation",
    ...(before !== undefined && { tokensBefore: before }),
    ...(after !== undefined && { tokensAfter: after }),
    ...(freed !== undefined && { tokensFreed: freed }),
    ...(messages !== undefined && { numbers: { messagesRemoved: messages } }),
    ...(by !== undefined && { reason: `performed by ${by}` }),
  };
  return [...facts, { type: "edit", record, at, fields }];
}
