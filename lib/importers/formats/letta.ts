import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { findId, nameIn } from "../shared/bounds";
import type { FormatSource, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { readItemsOfMessage, readItemsOfTools, readContentText } from "../messages/openai";
import { readCallArguments, ToolCalls } from "../messages/tool-calls";
import { keepReadableMessages } from "../shared/records";
import type { Loose } from "../shared/values";
import { idOf, recordsOf, stringOf } from "../shared/values";
import { signs } from "../reading/sniff";
import { LETTA_AGENT, LETTA_MESSAGE } from "./letta-records";

/**
 * An agent file of Letta: all messages of an agent, and the ids of those in its current window, in order.
 * Memory is part of the system prompt, which is rewritten when memory changes. When older messages were
 * hidden, an alert with their summary says so. What stayed is known only for the last alert, from the current
 * window.
 */
export const letta = defineFormat({
  id: "letta_af",
  label: "Letta agent file",
  checked: { on: "2026-11-29", against: "letta bf80de21, memgpt_agent_with_convo.af" },
  agent: "Letta",
  keys: LETTA_AGENT,
  recognise: (sniff) => {
    const flat = signs(sniff, ["object"], ["agent_type", "core_memory", "llm_config"]);
    const many = signs(sniff, ["object"], ["agents[].agent_type", "agents[].messages[].role"]);
    return many.missing === null || many.share > flat.share ? many : flat;
  },
  async *sessions(source) {
    for (const file of source.files)
      for await (const doc of file.records())
        for (const [n, agent] of readAgents(doc).entries()) {
          const { name = file.stem, llm_config: llm, created_at: at } = LETTA_AGENT.of(agent);
          const idOfAgent = (place: number) => {
            const called = LETTA_AGENT.of(readAgents(doc)[place]).name ?? file.stem;
            return findId(`${called}-${file.fingerprint}-${place}`) ?? file.fingerprint;
          };
          const manager = findManager(agent, doc);
          yield {
            id: idOfAgent(n),
            role: manager === null ? undefined : "subagent",
            parent: manager === null ? undefined : { session: idOfAgent(manager) },
            at,
            name,
            model: llm.model,
            contextWindow: llm.context_window || undefined,
            windows: "inferred",
            notes: [
              "The file says what the window holds now. Earlier windows are inferred: everything since the last alert that messages were hidden.",
              "There is no usage.",
            ],
            steps: readSteps(agent, readTools(agent, doc), source),
          };
        }
  },
});

const HIDDEN = /prior messages \(\d+ of \d+ total messages\) have been hidden/;

function readAgents(doc: Loose): Loose[] {
  return doc.agents === undefined ? [doc] : recordsOf(doc.agents);
}

/** The agents of a group work for its manager. Gives the manager's place in the file. */
function findManager({ id }: Loose, doc: Loose): number | null {
  for (const { agent_ids: members, manager_config: config } of LETTA_AGENT.of(doc).groups) {
    const { manager_agent_id: manager } = config;
    const isMember = Array.isArray(members) && (members as unknown[]).includes(id) && manager !== id;
    const place = isMember ? readAgents(doc).findIndex((agent) => agent.id === manager) : -1;
    if (place >= 0) return place;
  }
  return null;
}

/** The schemas of an agent's tools: with the agent, or once for all agents of the file. */
function readTools(agent: Loose, doc: Loose): unknown[] {
  const { tools, tool_ids: listed } = LETTA_AGENT.of(agent);
  const ids = new Set(Array.isArray(listed) ? (listed as unknown[]) : []);
  const shared = agent === doc ? [] : LETTA_AGENT.of(doc).tools.filter(({ id }) => ids.has(id));
  return [...tools, ...shared].map(({ json_schema: schema }) => schema);
}

/** A message's `tool_calls`, and the `tool_call_id` and `name` of a result, are read as those of OpenAI's API. */
function* readSteps(
  agent: Loose,
  schemas: readonly unknown[],
  { entries, report }: FormatSource,
): Generator<SessionStep> {
  const messages = keepReadableMessages(entries(agent.messages, LETTA_MESSAGE, "not a message"), report);
  const inContext = readContextPositions(agent, messages);
  if (inContext.some((place) => messages[place] === undefined))
    report.warn("unknown_message", "the window names messages that the file does not have");
  const lastAlert = messages.findLastIndex((message) => isAlert(message));
  const calls = new ToolCalls();
  const tools = readItemsOfTools(schemas);
  let system: readonly SeenItem[] = [];
  let standing: { readonly place: number; readonly items: readonly SeenItem[] }[] = [];
  const window = () => [...tools, ...system, ...standing.flatMap(({ items }) => items)];
  let isSpokenTo = false;
  yield { add: tools };
  for (const [place, message] of messages.entries()) {
    const { tool_returns: returns, created_at: at, model } = LETTA_MESSAGE.of(message);
    const hasFailed = returns.some(({ status }) => status === "error");
    const items = readItemsOfMessage(message, calls)
      .map(nameItem)
      .map((item) => (hasFailed && item.kind === "tool_result" ? { ...item, isError: true } : item));
    isSpokenTo ||= items.some(({ kind }) => kind === "user_message");
    if (message.role === "system") {
      const isFirst = system.length === 0 && standing.length === 0;
      system = items;
      yield isFirst ? { add: items } : { window: window() };
    } else if (isAlert(message)) {
      const kept = standing.filter((one) => place === lastAlert && inContext.includes(one.place));
      standing = [{ place, items }, ...kept];
      yield { window: window(), edit: {} };
    } else {
      standing.push({ place, items });
      // Messages before anybody spoke to the agent were written into it when it was made.
      yield message.role === "assistant" && isSpokenTo ? { answer: items, at, model } : { add: items };
    }
  }
}

function readContextPositions(agent: Loose, messages: readonly Loose[]): number[] {
  const places = new Map(messages.map(({ id }, place) => [idOf(id), place]));
  const { in_context_message_indices: indices, in_context_message_ids: ids } = LETTA_AGENT.of(agent);
  const listed = indices ?? ids;
  const entries = Array.isArray(listed) ? (listed as unknown[]) : [];
  return entries.map((entry) => (typeof entry === "number" ? entry : (places.get(idOf(entry)) ?? -1)));
}

function isAlert({ role, content }: Loose): boolean {
  return role !== "assistant" && HIDDEN.test(readContentText(content).text);
}

function nameItem(item: SeenItem): SeenItem {
  if (item.kind === "system_rules") return { ...item, slot: "system" };
  if (item.kind !== "user_message") return item;
  if (HIDDEN.test(item.content)) return { ...item, kind: "compaction_summary" };
  const type = stringOf(readCallArguments(item.content).type);
  return type === undefined || type === "user_message"
    ? item
    : { ...item, kind: "other", label: nameIn(type) };
}
