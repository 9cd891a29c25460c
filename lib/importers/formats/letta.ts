import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { findId, nameIn, findTokens } from "../shared/bounds";
import type { FormatSource, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { readItemsOfMessage, readItemsOfTools, readContentText } from "../messages/openai";
import { readCallArguments, ToolCalls } from "../messages/tool-calls";
import { keepReadableMessages } from "../shared/records";
import type { Loose } from "../shared/values";
import { idOf, instantOf, recordOf, recordsOf, stringOf } from "../shared/values";
import { signs } from "../reading/sniff";
import { OPENAI_MESSAGE } from "../messages/message-keys";
import { makeKnownKeys, nestKeys, leaving } from "../shared/known-keys";

const AGENT_KEYS = leaving(
  makeKnownKeys(
    "agents groups blocks files sources agent_type core_memory created_at description llm_config",
    "in_context_message_indices in_context_message_ids messages metadata name system tags tools version id",
  ),
  {
    "what the program keeps for itself": [
      "mcp_servers embedding_config message_buffer_autoclear metadata_ multi_agent_group",
      "tool_exec_environment_variables tool_rules files_agents skills",
    ],
    "ids, times and marks": "updated_at block_ids tool_ids source_ids group_ids",
    "what another key says": "memory_blocks",
  },
);
const MESSAGE_KEYS = nestKeys(
  leaving(
    makeKnownKeys(
      "id type role content text name model agent_id created_at tool_call_id tool_calls tool_returns",
    ),
    {
      "ids, times and marks": "updated_at group_id otid step_id run_id sender_id batch_item_id",
      "what the program keeps for itself": "approve approval_request_id approvals",
    },
  ),
  OPENAI_MESSAGE.inside,
);

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
  keys: AGENT_KEYS,
  recognise: (sniff) => {
    const flat = signs(sniff, ["object"], ["agent_type", "core_memory", "llm_config"]);
    const many = signs(sniff, ["object"], ["agents[].agent_type", "agents[].messages[].role"]);
    return many.missing === null || many.share > flat.share ? many : flat;
  },
  async *sessions(source) {
    for (const file of source.files)
      for await (const doc of file.records())
        for (const [n, agent] of readAgents(doc).entries()) {
          const name = nameIn(agent.name) ?? file.stem;
          const llm = recordOf(agent.llm_config);
          const idOfAgent = (place: number) => {
            const called = nameIn(readAgents(doc)[place]?.name) ?? file.stem;
            return findId(`${called}-${file.fingerprint}-${place}`) ?? file.fingerprint;
          };
          const manager = findManager(agent, doc);
          yield {
            id: idOfAgent(n),
            role: manager === null ? undefined : "subagent",
            parent: manager === null ? undefined : { session: idOfAgent(manager) },
            at: instantOf(agent.created_at),
            name,
            model: nameIn(llm.model),
            contextWindow: findTokens(llm.context_window) || undefined,
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
  for (const { agent_ids: members, manager_config: config } of recordsOf(doc.groups)) {
    const { manager_agent_id: manager } = recordOf(config);
    const isMember = Array.isArray(members) && (members as unknown[]).includes(id) && manager !== id;
    const place = isMember ? readAgents(doc).findIndex((agent) => agent.id === manager) : -1;
    if (place >= 0) return place;
  }
  return null;
}

/** The schemas of an agent's tools: with the agent, or once for all agents of the file. */
function readTools(agent: Loose, doc: Loose): unknown[] {
  const ids = new Set(Array.isArray(agent.tool_ids) ? (agent.tool_ids as unknown[]) : []);
  const shared = agent === doc ? [] : recordsOf(doc.tools).filter(({ id }) => ids.has(id));
  return [...recordsOf(agent.tools), ...shared].map(({ json_schema: schema }) => schema);
}

function* readSteps(
  agent: Loose,
  schemas: readonly unknown[],
  { entries, report }: FormatSource,
): Generator<SessionStep> {
  const messages = keepReadableMessages(entries(agent.messages, MESSAGE_KEYS, "not a message"), report);
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
    const hasFailed = recordsOf(message.tool_returns).some(({ status }) => status === "error");
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
      yield message.role === "assistant" && isSpokenTo
        ? { answer: items, at: instantOf(message.created_at), model: nameIn(message.model) }
        : { add: items };
    }
  }
}

function readContextPositions(agent: Loose, messages: readonly Loose[]): number[] {
  const places = new Map(messages.map(({ id }, place) => [idOf(id), place]));
  const listed = agent.in_context_message_indices ?? agent.in_context_message_ids;
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
