import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { idIn, nameIn, tokensIn } from "../shared/bounds";
import { Transcript } from "../sessions/transcript";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { stemOf } from "../reading/importer";
import { itemsOfMessage, itemsOfTools, contentText } from "../messages/openai";
import { argumentsIn, ToolCalls } from "../messages/tool-calls";
import { entriesOf, readableMessages } from "../shared/records";
import type { Loose } from "../shared/values";
import { documentOf, definedFields, idOf, instantOf, recordOf, recordsOf, stringOf } from "../shared/values";
import { signs } from "../reading/sniff";
import { OPENAI_MESSAGE } from "../messages/message-keys";
import { keysIn, within, leaving } from "../shared/known-keys";

/**
 * An agent file of Letta: all messages of an agent, and the ids of those in its current window, in order.
 * Memory is part of the system prompt, which is rewritten when memory changes. When older messages were
 * hidden, an alert with their summary says so. What stayed is known only for the last alert, from the current
 * window.
 */
export const letta: Importer = {
  id: "letta_af",
  label: "Letta agent file",
  recognise: (sniff) => {
    const flat = signs(sniff, ["object"], ["agent_type", "core_memory", "llm_config"]);
    const many = signs(sniff, ["object"], ["agents[].agent_type", "agents[].messages[].role"]);
    return many.missing === null || many.share > flat.share ? many : flat;
  },
  convert,
};

const HIDDEN = /prior messages \(\d+ of \d+ total messages\) have been hidden/;

const AGENT_KEYS = leaving(
  keysIn(
    "agents groups blocks files sources agent_type core_memory created_at description llm_config",
    "in_context_message_indices in_context_message_ids messages metadata name system tags tools version id",
  ),
  {
    "what the program keeps for itself": [
      "mcp_servers embedding_config message_buffer_autoclear metadata_ multi_agent_group",
      "tool_exec_environment_variables tool_rules files_agents",
    ],
    "ids, times and marks": "updated_at block_ids tool_ids source_ids group_ids",
    "what another key says": "memory_blocks",
  },
);
const MESSAGE_KEYS = within(
  leaving(keysIn("id type role content text name model agent_id created_at tool_call_id tool_calls"), {
    "ids, times and marks": "updated_at group_id otid step_id run_id sender_id batch_item_id",
    "what the program keeps for itself": "approve approval_request_id approvals",
  }),
  OPENAI_MESSAGE.inside,
);

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const file of files) {
    const doc = await documentOf(file, report, AGENT_KEYS);
    if (doc === null) continue;
    const agents = doc.agents === undefined ? [doc] : recordsOf(doc.agents);
    for (const [n, agent] of agents.entries()) {
      const name = nameIn(agent.name) ?? stemOf(file.name);
      const writer = new SessionWriter(
        idIn(`${name}-${file.sniff.fingerprint}-${n}`) ?? file.sniff.fingerprint,
      );
      start(writer, agent, name, file.name);
      writeMessages(writer, agent, report);
      yield* writer.take();
    }
  }
}

function start(writer: SessionWriter, agent: Loose, name: string, file: string): void {
  const llm = recordOf(agent.llm_config);
  writer.write("session.started", {
    at: instantOf(agent.created_at),
    name,
    agent: "Letta",
    source: { format: "letta_af", file },
    ...definedFields({ model: nameIn(llm.model), contextWindow: tokensIn(llm.context_window) || undefined }),
    notes: [
      "The file says what the window holds now. Earlier windows are inferred: everything since the last alert that messages were hidden.",
      "There is no usage.",
    ],
  });
}

function writeMessages(writer: SessionWriter, agent: Loose, report: ImportReport): void {
  const entries = entriesOf(agent.messages, report, {
    code: "broken_entry",
    what: "not a message",
    keys: MESSAGE_KEYS,
  });
  const messages = readableMessages(entries, report);
  const inContext = positionsInContext(agent, messages);
  if (inContext.some((place) => messages[place] === undefined))
    report.warn("unknown_message", "the window names messages that the file does not have");
  const window = new MessageWindow(writer, itemsOfTools(toolsOf(agent)));
  const lastAlert = messages.findLastIndex((message) => isAlert(message));
  messages.forEach((message, place) => {
    const stays = place === lastAlert ? inContext.filter((i) => i < place) : null;
    window.take(message, place, stays);
  });
  window.end();
}

function positionsInContext(agent: Loose, messages: readonly Loose[]): number[] {
  const places = new Map(messages.map(({ id }, place) => [idOf(id), place]));
  const listed = agent.in_context_message_indices ?? agent.in_context_message_ids;
  const entries = Array.isArray(listed) ? (listed as unknown[]) : [];
  return entries.map((entry) => (typeof entry === "number" ? entry : (places.get(idOf(entry)) ?? -1)));
}

function toolsOf(agent: Loose): unknown[] {
  return recordsOf(agent.tools).map(({ json_schema: schema }) => schema);
}

function isAlert({ role, content }: Loose): boolean {
  return role !== "assistant" && HIDDEN.test(contentText(content).text);
}

class MessageWindow {
  private readonly calls = new ToolCalls();
  private readonly transcript: Transcript;
  private standing: { readonly place: number; readonly items: readonly SeenItem[] }[] = [];
  private system: readonly SeenItem[] = [];
  private hasGoal = false;

  constructor(
    private readonly writer: SessionWriter,
    private readonly tools: readonly SeenItem[],
  ) {
    this.transcript = new Transcript(writer);
    this.transcript.add(tools);
  }

  take(message: Loose, place: number, stays: readonly number[] | null): void {
    const items = itemsOfMessage(message, this.calls).map((item) => this.named(item));
    if (message.role === "system") this.rewrite(items);
    else if (isAlert(message)) this.hide(items, place, stays);
    else if (message.role === "assistant" && this.hasGoal) {
      this.transcript.call(items, {
        at: instantOf(message.created_at),
        windowProvenance: "inferred",
        ...definedFields({ model: nameIn(message.model) }),
      });
      this.standing.push({ place, items });
    } else {
      // Messages before anybody spoke to the agent were written into it when it was made.
      this.transcript.add(items);
      this.standing.push({ place, items });
    }
  }

  end(): void {
    this.transcript.end();
  }

  private named(item: SeenItem): SeenItem {
    if (item.kind === "system_rules") return { ...item, slot: "system" };
    if (item.kind !== "user_message") return item;
    if (HIDDEN.test(item.content)) return { ...item, kind: "compaction_summary" };
    const type = stringOf(argumentsIn(item.content).type);
    if (type !== undefined && type !== "user_message") return { ...item, kind: "other", label: nameIn(type) };
    if (this.hasGoal) return item;
    this.hasGoal = true;
    return { ...item, kind: "user_goal" };
  }

  private rewrite(items: readonly SeenItem[]): void {
    const isFirst = this.system.length === 0;
    this.system = items;
    if (isFirst && this.standing.length === 0) this.transcript.add(items);
    else this.stand();
  }

  private hide(items: readonly SeenItem[], place: number, stays: readonly number[] | null): void {
    const kept = stays === null ? [] : this.standing.filter((message) => stays.includes(message.place));
    this.standing = [{ place, items }, ...kept];
    const { left, blocks } = this.stand();
    const summaryBlock = blocks.find(({ kind }) => kind === "compaction_summary")?.id;
    this.writer.write("context.edited", {
      at: null,
      turn: this.writer.turn,
      how: "compacted",
      blocks: [...left],
      ...definedFields({ summaryBlock }),
    });
  }

  private stand() {
    return this.transcript.replace([
      ...this.tools,
      ...this.system,
      ...this.standing.flatMap(({ items }) => items),
    ]);
  }
}
