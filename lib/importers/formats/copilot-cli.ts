import type { ToolCalls } from "../messages/tool-calls";
import { writeArguments } from "../messages/openai";
import { signs } from "../reading/sniff";
import type { CallStep, FoundSession } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId, nameIn } from "../shared/bounds";
import type { KnownKeys } from "../shared/known-keys";
import { anyKeys, nestKeys } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import type { Loose } from "../shared/values";
import { keepDefined, recordOf, stringOf } from "../shared/values";
import {
  describeCopilotFailure,
  findLeftReason,
  isOfCopilotCall,
  listCopilotMetrics,
  makeCopilotThread,
  readCopilotResult,
  listCopilotSums,
  readCopilotUsage,
  listCopilotUserItems,
} from "./copilot-cli-data";
import type { CopilotThread } from "./copilot-cli-data";
import type { CopilotData, CopilotToolRequest, CopilotUsage } from "./copilot-cli-records";
import { COPILOT_DATA, COPILOT_EVENT } from "./copilot-cli-records";

const DATA = COPILOT_DATA;
const KEYS = new Map<unknown, KnownKeys>(Object.entries(DATA));

/** Events of GitHub Copilot CLI and of VS Code's transcripts: one file a session, with its sub-agents. */
export const copilotCli = defineFormat({
  id: "copilot_cli",
  label: "GitHub Copilot CLI session",
  checked: { on: "2026-11-24", against: "four sessions of Copilot CLI: 57 calls, 68 tools" },
  agent: "GitHub Copilot CLI",
  keys: ({ type }) => nestKeys(COPILOT_EVENT, { data: KEYS.get(type) ?? anyKeys({}) }),
  recognise: (sniff) => {
    const found = signs(sniff, ["lines", "array", "object"], ["type", "data", "timestamp", "id"]);
    const isCopilot = sniff.records.some(
      ({ type, data }) =>
        /^(session\.start|assistant\.(message|turn_start)|user\.message)$/.test(String(type)) &&
        typeof data === "object",
    );
    return found.missing === null && !isCopilot
      ? { share: found.share * 0.6, missing: "events such as assistant.message with their data" }
      : found;
  },
  async *sessions({ files, report }) {
    for (const file of files) {
      const session = new CopilotSession(file.fingerprint);
      for await (const event of file.records()) {
        const type = String(event.type);
        if (session.take(type, event)) continue;
        const name = type.slice(0, 60);
        const { code, reason } = findLeftReason(type) ?? {
          code: `event_not_read:${name}`,
          reason: `events of type ${name} are not known: what they hold is not read`,
        };
        report.passOver(code, reason);
      }
      for (const problem of session.problems) report.warn("window_not_known", problem);
      yield* session.found();
    }
  },
});

class CopilotSession {
  readonly problems = new Set<string>();
  private readonly threads = new Map<string, CopilotThread>();
  private readonly prompts = new Map<string, string>();
  private readonly agents = new Map<string, CopilotData<"subagent.started">>();
  private start = DATA["session.start"].of({});
  private startedAt: number | null = null;
  private readonly counted: CopilotUsage[] = [];

  constructor(private readonly fingerprint: string) {}

  /** @returns whether the event says something of a window or of the session */
  take(type: string, event: Loose): boolean {
    const { timestamp: at, agentId, data } = COPILOT_EVENT.of(event);
    const thread = this.thread(agentId ?? findId(recordOf(data).parentToolCallId) ?? "", at);
    switch (type) {
      case "session.start":
        this.start = DATA[type].of(data);
        this.startedAt = this.start.startTime ?? at;
        thread.model = this.start.selectedModel;
        return true;
      case "session.resume":
        thread.model = DATA[type].of(data).selectedModel ?? thread.model;
        return true;
      case "session.model_change":
        thread.model = DATA[type].of(data).newModel ?? thread.model;
        return true;
      case "subagent.started":
        this.began(agentId, DATA[type].of(data));
        return true;
      case "system.message":
        this.rules(thread, DATA[type].of(data).content ?? "");
        return true;
      case "user.message":
        this.add(thread, listCopilotUserItems(DATA[type].of(data)));
        return true;
      case "system.notification":
        this.add(thread, [
          { kind: "other", label: "notification", content: DATA[type].of(data).content ?? "" },
        ]);
        return true;
      case "assistant.reasoning":
        thread.thinking = [{ kind: "thinking", content: DATA[type].of(data).content ?? "" }];
        return true;
      case "assistant.usage":
        this.measured(thread, DATA[type].of(data), at);
        return true;
      case "session.usage_record":
        this.measured(thread, DATA[type].of(data).usage, at);
        return true;
      case "assistant.message":
        this.answered(thread, DATA[type].of(data), at);
        return true;
      case "tool.execution_complete":
        this.add(thread, [readCopilotResult(DATA[type].of(data), thread.calls)]);
        return true;
      case "session.compaction_complete":
        this.compacted(thread, DATA[type].of(data), at);
        return true;
      case "session.context_cleared":
        thread.listed = thread.listed.filter(({ kind }) => kind === "system_rules");
        thread.steps.push({ window: [...thread.listed] });
        return true;
      case "session.shutdown":
        this.counted.push(...listCopilotMetrics(DATA[type].of(data)));
        return true;
      case "model.call_failure":
      case "session.error":
        this.failed(thread, type, DATA[type].of(data), at);
        return true;
      case "session.truncation":
      case "session.snapshot_rewind":
        this.problems.add(
          `${type} took messages out of the window and does not name them: windows after it show more than was sent`,
        );
        return true;
      default:
        return false;
    }
  }

  *found(): Generator<FoundSession> {
    const id = this.start.sessionId ?? this.fingerprint;
    const sums = listCopilotSums(id, this.counted);
    for (const { key, steps, model, at } of this.threads.values()) {
      if (steps.length === 0 && key !== "") continue;
      const own = this.agents.get(key);
      const toolCallId = own?.toolCallId ?? (this.prompts.has(key) ? key : undefined);
      yield {
        id: key === "" ? id : `${id}:${key}`,
        at: key === "" ? this.startedAt : at,
        name: key === "" ? undefined : nameIn(own?.agentDisplayName ?? own?.agentName),
        model: steps.map((step) => ("answer" in step ? step.model : null)).find(Boolean) ?? model,
        role: key === "" ? "main" : "subagent",
        parent: key === "" ? undefined : { session: id, ...keepDefined({ toolCallId }) },
        windows: "inferred",
        sums,
        notes: [
          "The file has no tool schemas, and where events of usage were not kept no input tokens.",
          "After a compaction the window holds the instructions, the summary and what came since.",
          ...this.problems,
        ],
        steps,
      };
    }
  }

  private began(agentId: string | undefined, agent: CopilotData<"subagent.started">): void {
    this.agents.set(agentId ?? agent.toolCallId ?? "", agent);
  }

  private thread(key: string, at: number | null): CopilotThread {
    const known = this.threads.get(key);
    if (known !== undefined) return known;
    const thread = makeCopilotThread(key, at);
    this.threads.set(key, thread);
    const prompt = this.prompts.get(key);
    if (prompt !== undefined) this.add(thread, [{ kind: "user_message", content: prompt }]);
    return thread;
  }

  private add(thread: CopilotThread, items: readonly SeenItem[]): void {
    thread.listed.push(...items);
    if (items.length > 0) thread.steps.push({ add: items });
  }

  /** The instructions are sent before all else, also where a newer text replaces them. */
  private rules(thread: CopilotThread, content: string): void {
    const rest = thread.listed.filter(({ slot }) => slot !== "system");
    thread.listed = [{ kind: "system_rules", slot: "system", content }, ...rest];
    thread.steps.push({ window: [...thread.listed] });
  }

  private answered(thread: CopilotThread, data: CopilotData<"assistant.message">, at: number | null): void {
    const { content: text, reasoningText: thought } = data;
    const thinking =
      thought === undefined ? thread.thinking : [{ kind: "thinking" as const, content: thought }];
    thread.thinking = [];
    thread.calls.beginAnswer();
    const calls = data.toolRequests.map((request) => this.call(request, thread.calls));
    const answer: SeenItem[] = [
      ...thinking,
      ...(text === undefined ? [] : [{ kind: "assistant_text" as const, content: text }]),
      ...calls,
    ];
    const api = data.apiCallId ?? data.requestId;
    const output = data.outputTokens;
    const held =
      thread.usage !== undefined && isOfCopilotCall(thread.usage, data.apiCallId, true)
        ? readCopilotUsage(thread.usage)
        : undefined;
    if (api !== undefined && thread.last !== null && thread.names.api === api) {
      // One answer can be written as several messages.
      thread.last = Object.assign(thread.last, { answer: [...thread.last.answer, ...answer] });
    } else {
      thread.last = {
        answer,
        at,
        turnId: data.messageId,
        model: data.model ?? thread.model,
        phase: data.phase,
        usage: held ?? (output === undefined ? undefined : { output }),
      };
      thread.names = { api, call: data.apiCallId };
      thread.usage = undefined;
      thread.steps.push(thread.last);
    }
    thread.listed.push(...answer);
  }

  private call(request: CopilotToolRequest, calls: ToolCalls): SeenItem {
    const toolName = request.name ?? "tool";
    const toolCallId = request.toolCallId;
    const content = writeArguments(request.arguments);
    const args = recordOf(typeof request.arguments === "string" ? undefined : request.arguments);
    if (toolCallId !== undefined) {
      calls.note(toolCallId, toolName, args);
      const prompt = stringOf(args.prompt);
      if (prompt !== undefined) this.prompts.set(toolCallId, prompt);
    }
    return { kind: "tool_call", toolName, content, ...keepDefined({ toolCallId }) };
  }

  /** Usage is recorded before its answer, or after it. Where both name their call, that tells. */
  private measured(thread: CopilotThread, measured: CopilotUsage, at: number | null): void {
    const { last } = thread;
    const isNext = last === null || thread.steps.at(-1) !== last;
    if (
      last !== null &&
      last.usage?.input === undefined &&
      isOfCopilotCall(measured, thread.names.call, !isNext)
    )
      Object.assign(last, { usage: readCopilotUsage(measured), endedAt: at });
    else thread.usage = measured;
  }

  private compacted(
    thread: CopilotThread,
    data: CopilotData<"session.compaction_complete">,
    at: number | null,
  ): void {
    const { summaryContent: summary, compactionTokensUsed: used } = data;
    const usage = readCopilotUsage(used);
    const failed = data.success === false ? (data.error ?? "the compaction failed") : undefined;
    if (usage !== undefined || failed !== undefined)
      thread.steps.push({
        answer: summary === undefined ? [] : [{ kind: "assistant_text", content: summary }],
        at,
        phase: "compaction",
        model: used.model ?? thread.model,
        usage,
        error: failed,
      });
    if (failed !== undefined) return;
    thread.listed = [
      ...thread.listed.filter(({ kind }) => kind === "system_rules"),
      summary === undefined
        ? { kind: "compaction_summary", content: "", completeness: "metadata_only" }
        : { kind: "compaction_summary", content: summary },
    ];
    thread.steps.push({
      window: [...thread.listed],
      edit: {
        at,
        trigger: data.trigger,
        tokensBefore: data.preCompactionTokens,
        tokensAfter: data.postCompactionTokens,
      },
    });
  }

  /** The program repeats the failure of a call as an error of the session. */
  private failed(
    thread: CopilotThread,
    type: string,
    data: CopilotData<"session.error">,
    at: number | null,
  ): void {
    const error = describeCopilotFailure(data);
    const before = thread.steps.at(-1);
    const isRepeated = type === "session.error" && thread.failure !== null && before === thread.failure;
    thread.failure = null;
    if (isRepeated) return;
    const call: CallStep = { answer: [], at, error, model: data.model ?? thread.model };
    thread.steps.push(call);
    if (type === "model.call_failure") thread.failure = call;
  }
}
