import { ToolCalls } from "../messages/tool-calls";
import { writeArguments } from "../messages/openai";
import { signs } from "../reading/sniff";
import type { CallStep, FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId, nameIn, findTokens } from "../shared/bounds";
import { anyKeys, nestKeys } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import type { Loose } from "../shared/values";
import { keepDefined, instantOf, recordOf, recordsOf, stringOf } from "../shared/values";
import {
  DATA,
  EVENT,
  readCopilotResult,
  listCopilotSums,
  readCopilotUsage,
  listCopilotUserItems,
} from "./copilot-cli-data";

/** What these record is Copilot's own: nothing of it is sent to a model, or another event says it. */
const OWN =
  /^(session|hook|permission|mcp|mcp_\w+|commands?|capabilities|user_input|elicitation|exit_plan_mode|subagent)\./;
const REPEATED =
  /^(assistant\.(turn_start|turn_end|intent|idle|message_start|message_delta|reasoning\w*)|tool\.(execution_\w+|user_requested)|skill\.invoked)$/;

/** Events of GitHub Copilot CLI and of VS Code's transcripts: one file a session, with its sub-agents. */
export const copilotCli = defineFormat({
  id: "copilot_cli",
  label: "GitHub Copilot CLI session",
  checked: { on: "2026-11-24", against: "four sessions of Copilot CLI: 57 calls, 68 tools" },
  agent: "GitHub Copilot CLI",
  keys: ({ type }) => nestKeys(EVENT, { data: DATA[String(type)] ?? anyKeys({}) }),
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
        if (session.take(type, recordOf(event.data), event)) continue;
        const name = type.slice(0, 60);
        if (OWN.test(type) || REPEATED.test(type)) continue;
        report.passOver(
          `event_not_read:${name}`,
          `events of type ${name} are not known: what they hold is not read`,
        );
      }
      for (const problem of session.problems) report.warn("window_not_known", problem);
      yield* session.found();
    }
  },
});

interface Thread {
  readonly key: string;
  readonly steps: SessionStep[];
  readonly calls: ToolCalls;
  listed: SeenItem[];
  last: (CallStep & { usage?: CallStep["usage"]; api?: string | undefined }) | null;
  usage: CallStep["usage"];
  thinking: SeenItem[];
  failure: CallStep | null;
  model?: string | undefined;
  at: number | null;
}

class CopilotSession {
  readonly problems = new Set<string>();
  private readonly threads = new Map<string, Thread>();
  private readonly prompts = new Map<string, string>();
  private readonly agents = new Map<string, Loose>();
  private start: Loose = {};
  private startedAt: number | null = null;
  private readonly counted: Loose[] = [];

  constructor(private readonly fingerprint: string) {}

  /** @returns whether the event says something of a window or of the session */
  take(type: string, data: Loose, event: Loose): boolean {
    const at = instantOf(event.timestamp);
    const thread = this.thread(findId(event.agentId) ?? findId(data.parentToolCallId) ?? "", at);
    switch (type) {
      case "session.start":
        this.start = data;
        this.startedAt = instantOf(data.startTime) ?? at;
        thread.model = nameIn(data.selectedModel);
        return true;
      case "session.model_change":
        thread.model = nameIn(data.newModel) ?? thread.model;
        return true;
      case "subagent.started":
        this.agents.set(findId(event.agentId) ?? findId(data.toolCallId) ?? "", data);
        return true;
      case "system.message":
        this.rules(thread, stringOf(data.content) ?? "");
        return true;
      case "user.message":
        this.add(thread, listCopilotUserItems(data));
        return true;
      case "system.notification":
        this.add(thread, [{ kind: "other", label: "notification", content: stringOf(data.content) ?? "" }]);
        return true;
      case "assistant.reasoning":
        thread.thinking = [{ kind: "thinking", content: stringOf(data.content) ?? "" }];
        return true;
      case "assistant.usage":
        this.measured(thread, readCopilotUsage(data), at);
        return true;
      case "assistant.message":
        this.answered(thread, data, at);
        return true;
      case "tool.execution_complete":
        this.add(thread, [readCopilotResult(data, thread.calls)]);
        return true;
      case "session.compaction_complete":
        this.compacted(thread, data, at);
        return true;
      case "session.context_cleared":
        thread.listed = thread.listed.filter(({ kind }) => kind === "system_rules");
        thread.steps.push({ window: [...thread.listed] });
        return true;
      case "session.shutdown":
        this.counted.push(
          ...Object.values(recordOf(data.modelMetrics)).map((model) => recordOf(recordOf(model).usage)),
        );
        return true;
      case "model.call_failure":
      case "session.error":
        this.failed(thread, type, data, at);
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
    const id = findId(this.start.sessionId) ?? this.fingerprint;
    const sums = listCopilotSums(id, this.counted);
    for (const { key, steps, model, at } of this.threads.values()) {
      if (steps.length === 0 && key !== "") continue;
      const own = this.agents.get(key);
      const toolCallId = findId(own?.toolCallId) ?? (this.prompts.has(key) ? key : undefined);
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

  private thread(key: string, at: number | null): Thread {
    const known = this.threads.get(key);
    if (known !== undefined) return known;
    const thread: Thread = {
      key,
      steps: [],
      calls: new ToolCalls(),
      listed: [],
      last: null,
      usage: undefined,
      thinking: [],
      failure: null,
      at,
    };
    this.threads.set(key, thread);
    const prompt = this.prompts.get(key);
    if (prompt !== undefined) this.add(thread, [{ kind: "user_message", content: prompt }]);
    return thread;
  }

  private add(thread: Thread, items: readonly SeenItem[]): void {
    thread.listed.push(...items);
    if (items.length > 0) thread.steps.push({ add: items });
  }

  /** The instructions are sent before all else, also where a newer text replaces them. */
  private rules(thread: Thread, content: string): void {
    const rest = thread.listed.filter(({ slot }) => slot !== "system");
    thread.listed = [{ kind: "system_rules", slot: "system", content }, ...rest];
    thread.steps.push({ window: [...thread.listed] });
  }

  private answered(thread: Thread, data: Loose, at: number | null): void {
    const text = stringOf(data.content);
    const thought = stringOf(data.reasoningText);
    const thinking =
      thought === undefined ? thread.thinking : [{ kind: "thinking" as const, content: thought }];
    thread.thinking = [];
    thread.calls.beginAnswer();
    const calls = recordsOf(data.toolRequests).map((request) => this.call(request, thread.calls));
    const answer: SeenItem[] = [
      ...thinking,
      ...(text === undefined ? [] : [{ kind: "assistant_text" as const, content: text }]),
      ...calls,
    ];
    const api = findId(data.apiCallId) ?? findId(data.requestId);
    const output = findTokens(data.outputTokens);
    if (api !== undefined && thread.last?.api === api) {
      // One answer can be written as several messages.
      thread.last = Object.assign(thread.last, { answer: [...thread.last.answer, ...answer] });
    } else {
      thread.last = {
        answer,
        at,
        api,
        turnId: findId(data.messageId),
        model: nameIn(data.model) ?? thread.model,
        phase: nameIn(data.phase),
        usage: thread.usage ?? (output === undefined ? undefined : { output }),
      };
      thread.usage = undefined;
      thread.steps.push(thread.last);
    }
    thread.listed.push(...answer);
  }

  private call(request: Loose, calls: ToolCalls): SeenItem {
    const toolName = nameIn(request.name) ?? "tool";
    const toolCallId = findId(request.toolCallId);
    const content = writeArguments(request.arguments);
    const args = recordOf(typeof request.arguments === "string" ? undefined : request.arguments);
    if (toolCallId !== undefined) {
      calls.note(toolCallId, toolName, args);
      const prompt = stringOf(args.prompt);
      if (prompt !== undefined) this.prompts.set(toolCallId, prompt);
    }
    return { kind: "tool_call", toolName, content, ...keepDefined({ toolCallId }) };
  }

  /** Usage is recorded before its answer, or after it. */
  private measured(thread: Thread, usage: CallStep["usage"], at: number | null): void {
    if (thread.last !== null && thread.last.usage?.input === undefined && thread.steps.at(-1) === thread.last)
      Object.assign(thread.last, { usage, endedAt: at });
    else thread.usage = usage;
  }

  private compacted(thread: Thread, data: Loose, at: number | null): void {
    const summary = stringOf(data.summaryContent);
    const used = recordOf(data.compactionTokensUsed);
    const usage = readCopilotUsage(used);
    const failed = data.success === false ? (stringOf(data.error) ?? "the compaction failed") : undefined;
    if (usage !== undefined || failed !== undefined)
      thread.steps.push({
        answer: summary === undefined ? [] : [{ kind: "assistant_text", content: summary }],
        at,
        phase: "compaction",
        model: nameIn(used.model) ?? thread.model,
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
        trigger: nameIn(data.trigger),
        tokensBefore: findTokens(data.preCompactionTokens),
        tokensAfter: findTokens(data.postCompactionTokens),
      },
    });
  }

  /** The program repeats the failure of a call as an error of the session. */
  private failed(thread: Thread, type: string, data: Loose, at: number | null): void {
    const status = findTokens(data.statusCode);
    const said =
      stringOf(data.errorMessage) ?? stringOf(data.message) ?? stringOf(data.errorType) ?? "failed";
    const error = status === undefined ? said : `${status}: ${said}`;
    const before = thread.steps.at(-1);
    const isRepeated = type === "session.error" && thread.failure !== null && before === thread.failure;
    thread.failure = null;
    if (isRepeated) return;
    const call: CallStep = { answer: [], at, error, model: nameIn(data.model) ?? thread.model };
    thread.steps.push(call);
    if (type === "model.call_failure") thread.failure = call;
  }
}
