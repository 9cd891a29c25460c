import { ToolCalls } from "../messages/tool-calls";
import { classifyMedia } from "../messages/openai";
import type { CallStep, SessionStep } from "../sessions/define-format";
import { nameIn } from "../shared/bounds";
import type { SeenItem } from "../shared/request-tracker";
import { StatedSum } from "../shared/stated-sum";
import { keepDefined, recordOf, recordsOf } from "../shared/values";
import type { CopilotData, CopilotUsage } from "./copilot-cli-records";
import { COPILOT_DATA } from "./copilot-cli-records";

/** The window of the main agent, or of a sub-agent. */
export interface CopilotThread {
  readonly key: string;
  readonly steps: SessionStep[];
  readonly calls: ToolCalls;
  listed: SeenItem[];
  last: (CallStep & { usage?: CallStep["usage"] }) | null;
  /** The names of the last call that its messages and its usage have in common. */
  names: { readonly api: string | undefined; readonly call: string | undefined };
  /** The usage of a call whose message has not come. */
  usage: CopilotUsage | undefined;
  thinking: SeenItem[];
  failure: CallStep | null;
  model?: string | undefined;
  at: number | null;
}

export function makeCopilotThread(key: string, at: number | null): CopilotThread {
  return {
    key,
    steps: [],
    calls: new ToolCalls(),
    listed: [],
    last: null,
    names: { api: undefined, call: undefined },
    usage: undefined,
    thinking: [],
    failure: null,
    at,
  };
}

/** Lists what was sent for a question: it holds what the user typed, with more around it. */
export function listCopilotUserItems(
  data: Partial<Pick<CopilotData<"user.message">, "content" | "transformedContent" | "source">>,
): SeenItem[] {
  const typed = data.content ?? "";
  const sent = data.transformedContent ?? typed;
  if (/^skill-/.test(String(data.source)))
    return [{ kind: "attachment", label: nameIn(data.source), content: sent }];
  const place = typed === "" ? -1 : sent.indexOf(typed);
  const around = place < 0 ? [] : [sent.slice(0, place).trim(), sent.slice(place + typed.length).trim()];
  const [before, after] = around.map((content): SeenItem[] =>
    content === "" ? [] : [{ kind: "other", label: "around the message", content }],
  );
  const said: SeenItem = { kind: "user_message", content: place < 0 ? sent : typed };
  return sent === "" ? [] : [...(before ?? []), said, ...(after ?? [])];
}

export function readCopilotResult(data: CopilotData<"tool.execution_complete">, calls: ToolCalls): SeenItem {
  const { content, binaryResultsForLlm: binary } = recordOf(data.result);
  const shown = data.success === false ? (data.error.message ?? content) : (content ?? data.result);
  const media: Record<string, number> = {};
  for (const { type, mimeType } of recordsOf(binary)) {
    const kind = classifyMedia(String(mimeType ?? type)) ?? "file";
    media[kind] = (media[kind] ?? 0) + 1;
  }
  return {
    kind: "tool_result",
    content:
      typeof shown === "string" ? shown : shown === undefined || shown === null ? "" : JSON.stringify(shown),
    ...keepDefined({ toolName: data.toolName }),
    ...calls.describe(data.toolCallId),
    ...(data.success === false && { isError: true }),
    ...(Object.keys(media).length > 0 && { media }),
  };
}

/** Each time that the program ends it counts, by model, what its calls read and wrote since it began. */
export function listCopilotSums(session: string, counted: readonly CopilotUsage[]): StatedSum[] {
  const usages = counted.flatMap((usage) => readCopilotUsage(usage) ?? []);
  if (usages.length === 0) return [];
  const all = (figure: "input" | "output") => usages.reduce((sum, usage) => sum + (usage[figure] ?? 0), 0);
  return [
    new StatedSum(`the session ${session}`, { tokensSent: all("input"), tokensReceived: all("output") }),
  ];
}

export function readCopilotUsage(data: CopilotUsage): CallStep["usage"] {
  const usage = keepDefined({
    input: data.inputTokens,
    output: data.outputTokens,
    cacheRead: data.cacheReadTokens,
    cacheWrite: data.cacheWriteTokens,
    reasoning: data.reasoningTokens,
  });
  return Object.keys(usage).length === 0 ? undefined : usage;
}

/** Whether a usage is that of a call. Where one of the two does not name the call, `isOtherwise` decides. */
export function isOfCopilotCall(
  { apiCallId }: CopilotUsage,
  call: string | undefined,
  isOtherwise: boolean,
): boolean {
  return apiCallId === undefined || call === undefined ? isOtherwise : apiCallId === call;
}

export function describeCopilotFailure(data: CopilotData<"session.error">): string {
  const said = data.errorMessage ?? data.message ?? data.errorType ?? "failed";
  return data.statusCode === undefined ? said : `${data.statusCode}: ${said}`;
}

/** Lists what the program counts of each model when it ends. */
export function listCopilotMetrics({ modelMetrics }: CopilotData<"session.shutdown">): CopilotUsage[] {
  return Object.values(recordOf(modelMetrics)).map((model) =>
    COPILOT_DATA["assistant.usage"].of(recordOf(model).usage),
  );
}

/**
 * Events that are not read, by their names, and why: what github/copilot-sdk says of them. They are counted, so that what a file holds
 * and what was read of it can be compared.
 */
const LEFT: readonly { readonly form: RegExp; readonly code: string; readonly reason: string }[] = [
  {
    form: /^session\.handoff$/,
    code: "handoff",
    reason:
      "a session was handed over from another place: what came with it may have been sent, and is not read",
  },
  {
    form: /^(assistant\.(turn_start|turn_end|intent|idle|message_start|message_delta|reasoning\w*)|tool\.(execution_\w+|user_requested)|skill\.invoked|session\.compaction_start|subagent\.completed)$/,
    code: "repeated_event",
    reason: "marks of turns and of starts, and pieces of answers, say what other events say, too",
  },
  {
    form: /^(session|hook|permission|mcp|mcp_\w+|commands?|capabilities|user_input|elicitation|exit_plan_mode|subagent)\./,
    code: "program_event",
    reason: "events that the program shows a person or keeps for itself are sent to no model",
  },
];

export function findLeftReason(type: string): { readonly code: string; readonly reason: string } | undefined {
  return LEFT.find(({ form }) => form.test(type));
}
