import { fileFolder } from "../../reading/importer";
import { idIn, nameIn, tokensIn } from "../../shared/bounds";
import { argumentsIn } from "../../messages/tool-calls";
import { listedSteps } from "../../shared/plan-log";
import { unsaidUsage } from "../../shared/cached-input";
import type { FoundSession, SourceFile } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import type { Loose } from "../../shared/values";
import { definedFields, recordOf, recordsOf } from "../../shared/values";
import type { Sniff } from "../../reading/sniff";
import { also, signs } from "../../reading/sniff";
import { stepsOfConversation } from "./conversation";
import { OPENAI_CALL, OPENAI_MESSAGE, OPENAI_PART } from "../../messages/message-keys";
import { anyKeys, keysIn, within, withKeys, leaving } from "../../shared/known-keys";
import { costIn, writesIn } from "../../shared/billed";

const STATE_KEYS = leaving(keysIn("id agent execution_status kind stats tags title"), {
  "what the program keeps for itself": [
    "workspace persistence_dir max_iterations stuck_detection confirmation_policy activated_knowledge_skills",
    "invoked_skills blocked_actions blocked_messages secret_registry security_analyzer agent_state hook_config",
  ],
  "ids, times and marks": "last_user_message_id created_at updated_at",
});
const EVENT_WORDS = leaving(
  keysIn(
    "id timestamp source kind system_prompt dynamic_context tools llm_message llm_response_id sender",
    "extended_content action action_id tool_name tool_call_id tool_call thought reasoning_content thinking_blocks",
    "summary observation error rejection_reason forgotten_event_ids summary_offset key value code detail reason",
  ),
  {
    "what the program keeps for itself":
      "activated_skills critic_result security_risk rejection_source condensation_config",
    "what another key says": "responses_reasoning_item",
    "opaque values for the provider": "prompt_token_ids response_token_ids",
  },
);
const EVENT_KEYS = within(EVENT_WORDS, {
  system_prompt: OPENAI_PART,
  thought: OPENAI_PART,
  extended_content: OPENAI_PART,
  llm_message: leaving(withKeys(OPENAI_MESSAGE), {
    "what another key says": "responses_reasoning_item",
    "what the program keeps for itself":
      "cache_enabled vision_enabled function_calling_enabled force_string_serializer send_reasoning_content",
  }),
  tool_call: OPENAI_CALL,
  // An observation's fields depend on its tool.
  observation: anyKeys({ content: OPENAI_PART }),
});

/**
 * A conversation of OpenHands as its SDK stores it: a folder of events, one file each, next to the state with
 * the usage of every answer.
 */
export const openhands = defineFormat({
  id: "openhands_v1_events",
  label: "OpenHands conversation",
  checked: { on: "2026-11-29", against: "software-agent-sdk 4f4c68c1, conversations" },
  agent: "OpenHands",
  keys: (record) => (record.execution_status === undefined ? EVENT_KEYS : STATE_KEYS),
  recognise: (sniff) =>
    also(
      signs(sniff, ["object", "lines", "array"], ["id", "timestamp", "source", "kind"]),
      sniff.records.some(({ source }) => SOURCES.has(String(source))) && !sniff.paths.has("uuid"),
      "source of agent, user or environment",
    ),
  groupKey: (file) => conversationFolder(file.name),
  companions: (files, siblings) => {
    const folders = new Set(files.map(({ name }) => conversationFolder(name)));
    return siblings.filter(({ name, sniff }) => folders.has(fileFolder(name)) && isState(sniff));
  },
  async *sessions({ files, report }) {
    let state: Loose = {};
    for (const file of files)
      if (isState(file.sniff)) for await (const record of file.records()) state = record;
    const numbered = files.filter(({ sniff }) => !isState(sniff)).sort(byNumber);
    const [first] = numbered;
    if (first === undefined) return;
    const events: Loose[] = [];
    for (const file of numbered)
      for await (const event of file.records()) {
        if (!isKnownEvent(event))
          report.passOver(
            "unknown_record",
            `${file.name}: events of kind ${String(event.kind)} are not read`,
          );
        events.push(event);
      }
    const folder = conversationFolder(first.name).split("/").at(-1);
    const usages = usagesIn(state);
    yield {
      id: idIn(state.id) ?? idIn(events[0]?.id) ?? first.fingerprint,
      file: first,
      name: folder === "" ? undefined : folder,
      model: nameIn(recordOf(recordOf(state.agent).llm).model),
      windows: "measured",
      reported: totalsIn(state, new Set(events.map(({ llm_response_id: response }) => response))),
      plan: {
        id: "tasks",
        tool: "task_tracker",
        steps: (content) => listedSteps(argumentsIn(content).task_list, "title", "id"),
      },
      notes: [
        ...(state.agent === undefined
          ? ["The conversation's state is missing, and with it the usage of its calls."]
          : []),
        "A condenser's own calls are not among the events.",
      ],
      steps: stepsOfConversation(events, (response) => usages.get(response) ?? {}),
    };
  },
});

const KNOWN =
  /^SystemPrompt|^MessageEvent$|^ActionEvent$|Observation|AgentError|UserReject|^Condensation|^Conversation|^Pause|^TokenEvent|StateUpdate/;

function isKnownEvent({ kind }: Loose): boolean {
  return typeof kind === "string" && KNOWN.test(kind);
}

const SOURCES = new Set(["agent", "user", "environment"]);

function isState({ paths }: Sniff): boolean {
  return paths.has("agent.llm.model") && paths.has("execution_status");
}

function conversationFolder(name: string): string {
  return fileFolder(name).replace(/(^|\/)events$/, "");
}

/** File names number the events, with leading zeros. */
function byNumber(a: SourceFile, b: SourceFile): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** By the answer's id. Prompt tokens include the cached part, except from proxies that leave it out. */
function usagesIn(state: Loose) {
  const metrics = Object.values(recordOf(recordOf(state.stats).usage_to_metrics)).map(recordOf);
  const all = metrics.flatMap(({ token_usages: usages, costs }) => withCosts(recordsOf(usages), costs));
  return new Map(
    all.flatMap((usage) => {
      const response = idIn(usage.response_id);
      return response === undefined ? [] : [[response, fieldsOf(usage)] as const];
    }),
  );
}

/** Costs are listed apart. Where there is one of each call, they stand in the same order. */
function withCosts(usages: readonly Loose[], listed: unknown): Loose[] {
  const costs = recordsOf(listed);
  return usages.map((usage, n) =>
    costs.length === usages.length ? { ...usage, cost: costs[n]?.cost } : usage,
  );
}

/** The sums of the models that answered; a condenser's is apart. Where a cache was read, what the input holds is not said. */
function totalsIn(state: Loose, responses: ReadonlySet<unknown>): FoundSession["reported"] {
  const answering = Object.values(recordOf(recordOf(state.stats).usage_to_metrics))
    .map(recordOf)
    .filter(({ token_usages: all }) => recordsOf(all).some(({ response_id: id }) => responses.has(id)));
  const sums = answering.map(({ accumulated_token_usage: sum }) => recordOf(sum));
  const all = (key: string) => sums.reduce((sum, usage) => sum + (tokensIn(usage[key]) ?? 0), 0) || undefined;
  const hasCache = all("cache_read_tokens") !== undefined || all("cache_write_tokens") !== undefined;
  return definedFields({
    tokensSent: hasCache ? undefined : all("prompt_tokens"),
    tokensReceived: all("completion_tokens"),
    cost: costIn(answering.reduce((sum, { accumulated_cost: cost }) => sum + (costIn(cost) ?? 0), 0)),
  });
}

function fieldsOf(usage: Loose) {
  const input = tokensIn(usage.prompt_tokens) || undefined;
  const figures = definedFields({
    input,
    cacheRead: tokensIn(usage.cache_read_tokens),
    ...writesIn(usage, tokensIn(usage.cache_write_tokens)),
    output: tokensIn(usage.completion_tokens),
    reasoning: tokensIn(usage.reasoning_tokens),
    statedCost: costIn(usage.cost),
  });
  return definedFields({
    model: nameIn(usage.model),
    contextWindow: tokensIn(usage.context_window) || undefined,
    usage: input === undefined ? undefined : unsaidUsage(figures),
  });
}
