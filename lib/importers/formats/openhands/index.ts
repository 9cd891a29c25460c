import { findFileFolder } from "../../reading/importer";
import { findId, nameIn, findTokens } from "../../shared/bounds";
import { readCallArguments } from "../../messages/tool-calls";
import { listStatedSteps } from "../../shared/plan-log";
import { dropUnsaidUsage } from "../../shared/cached-input";
import type { FoundSession, SourceFile } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import type { Loose } from "../../shared/values";
import { keepDefined, recordOf, recordsOf } from "../../shared/values";
import type { Sniff } from "../../reading/sniff";
import { also, signs } from "../../reading/sniff";
import { readStepsOfConversation } from "./conversation";
import type { OpenhandsState } from "./records";
import { OPENHANDS_AGENT, OPENHANDS_SDK_EVENT, OPENHANDS_STATE } from "./records";
import { findCost, readWrites } from "../../shared/billed";

/**
 * A conversation of OpenHands as its SDK stores it: a folder of events, one file each, next to the state with
 * the usage of every answer.
 */
export const openhands = defineFormat({
  id: "openhands_v1_events",
  label: "OpenHands conversation",
  checked: { on: "2026-11-29", against: "software-agent-sdk 4f4c68c1, conversations" },
  agent: "OpenHands",
  keys: (record) => (record.execution_status === undefined ? OPENHANDS_SDK_EVENT : OPENHANDS_STATE),
  recognise: (sniff) =>
    also(
      signs(sniff, ["object", "lines", "array"], ["id", "timestamp", "source", "kind"]),
      sniff.records.some(({ source }) => SOURCES.has(String(source))) && !sniff.paths.has("uuid"),
      "source of agent, user or environment",
    ),
  groupKey: (file) => findConversationFolder(file.name),
  companions: (files, siblings) => {
    const folders = new Set(files.map(({ name }) => findConversationFolder(name)));
    return siblings.filter(({ name, sniff }) => folders.has(findFileFolder(name)) && isState(sniff));
  },
  async *sessions({ files, report }) {
    let state = OPENHANDS_STATE.of({});
    for (const file of files)
      if (isState(file.sniff)) for await (const record of file.records()) state = OPENHANDS_STATE.of(record);
    const numbered = files.filter(({ sniff }) => !isState(sniff)).sort(compareByNumber);
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
    const folder = findConversationFolder(first.name).split("/").at(-1);
    const usages = readUsages(state);
    yield {
      id: state.id ?? findId(events[0]?.id) ?? first.fingerprint,
      file: first,
      name: folder === "" ? undefined : folder,
      model: OPENHANDS_AGENT.of(state.agent).llm.model,
      windows: "measured",
      reported: readTotals(state, new Set(events.map(({ llm_response_id: response }) => response))),
      plan: {
        id: "tasks",
        tool: "task_tracker",
        steps: (content) => listStatedSteps(readCallArguments(content).task_list, "title", "id"),
      },
      notes: [
        ...(state.agent === undefined
          ? ["The conversation's state is missing, and with it the usage of its calls."]
          : []),
        "A condenser's own calls are not among the events.",
      ],
      steps: readStepsOfConversation(events, (response) => usages.get(response) ?? {}),
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

function findConversationFolder(name: string): string {
  return findFileFolder(name).replace(/(^|\/)events$/, "");
}

/** File names number the events, with leading zeros. */
function compareByNumber(a: SourceFile, b: SourceFile): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** Reads the usage of each answer, by the answer's id. Prompt tokens include the cached part, except from proxies that leave it out. */
function readUsages(state: OpenhandsState) {
  const metrics = Object.values(recordOf(state.stats.usage_to_metrics)).map(recordOf);
  const all = metrics.flatMap(({ token_usages: usages, costs }) => addCosts(recordsOf(usages), costs));
  return new Map(
    all.flatMap((usage) => {
      const response = findId(usage.response_id);
      return response === undefined ? [] : [[response, readFields(usage)] as const];
    }),
  );
}

/** Costs are listed apart. Where there is one of each call, they stand in the same order. */
function addCosts(usages: readonly Loose[], listed: unknown): Loose[] {
  const costs = recordsOf(listed);
  return usages.map((usage, n) =>
    costs.length === usages.length ? { ...usage, cost: costs[n]?.cost } : usage,
  );
}

/** Adds up the totals of the models that answered, without a condenser's. Where a cache was read, what the input holds is not said. */
function readTotals(state: OpenhandsState, responses: ReadonlySet<unknown>): FoundSession["reported"] {
  const answering = Object.values(recordOf(state.stats.usage_to_metrics))
    .map(recordOf)
    .filter(({ token_usages: all }) => recordsOf(all).some(({ response_id: id }) => responses.has(id)));
  const sums = answering.map(({ accumulated_token_usage: sum }) => recordOf(sum));
  const all = (key: string) =>
    sums.reduce((sum, usage) => sum + (findTokens(usage[key]) ?? 0), 0) || undefined;
  const hasCache = all("cache_read_tokens") !== undefined || all("cache_write_tokens") !== undefined;
  return keepDefined({
    tokensSent: hasCache ? undefined : all("prompt_tokens"),
    tokensReceived: all("completion_tokens"),
    cost: findCost(answering.reduce((sum, { accumulated_cost: cost }) => sum + (findCost(cost) ?? 0), 0)),
  });
}

function readFields(usage: Loose) {
  const input = findTokens(usage.prompt_tokens) || undefined;
  const figures = keepDefined({
    input,
    cacheRead: findTokens(usage.cache_read_tokens),
    ...readWrites(usage, findTokens(usage.cache_write_tokens)),
    output: findTokens(usage.completion_tokens),
    reasoning: findTokens(usage.reasoning_tokens),
    statedCost: findCost(usage.cost),
  });
  return keepDefined({
    model: nameIn(usage.model),
    contextWindow: findTokens(usage.context_window) || undefined,
    usage: input === undefined ? undefined : dropUnsaidUsage(figures),
  });
}
