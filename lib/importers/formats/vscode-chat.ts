import { writeArguments } from "../messages/openai";
import { readCallArguments, ToolCalls } from "../messages/tool-calls";
import { signs } from "../reading/sniff";
import type { CallStep, FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import type { SeenItem } from "../shared/request-tracker";
import { titleOf } from "../shared/titles";
import type { Loose } from "../shared/values";
import { recordOf, recordsOf } from "../shared/values";
import { listCopilotUserItems } from "./copilot-cli-data";
import type { VscodeCall, VscodeRequest, VscodeRound } from "./vscode-chat-records";
import { VSCODE_CHAT, VSCODE_REQUEST } from "./vscode-chat-records";

/**
 * A chat of Copilot in VS Code: an export (_Chat: Export Chat_) or a file of `chatSessions`. A request's rounds are its
 * calls. A request without rounds, as of older versions, is one call.
 */
export const vscodeChat = defineFormat({
  id: "vscode_chat",
  label: "chat of VS Code",
  checked: { on: "2026-11-24", against: "five exports of VS Code: 11 calls, 5 tools" },
  agent: "GitHub Copilot",
  keys: VSCODE_CHAT,
  recognise: (sniff) =>
    signs(
      sniff,
      ["object"],
      ["responderUsername", "requests[].requestId", "requests[].message", "requests[].response"],
    ),
  async *sessions(source) {
    for (const file of source.files)
      for await (const record of file.records()) {
        const chat = VSCODE_CHAT.of(record);
        const requests = source
          .entries(chat.requests, VSCODE_REQUEST, "not a request")
          .map((request) => VSCODE_REQUEST.of(request));
        const first = requests[0];
        yield {
          id: chat.sessionId ?? `${file.stem}-${file.fingerprint}`,
          at: chat.creationDate ?? first?.timestamp,
          name: chat.customTitle ?? titleOf(first?.message.text),
          model: first?.modelId,
          windows: "inferred",
          notes: [
            "A chat has no instructions, no tool schemas and no usage: windows held more than is shown.",
          ],
          steps: readSteps(requests),
        } satisfies FoundSession;
      }
  },
});

function* readSteps(requests: readonly VscodeRequest[]): Generator<SessionStep> {
  const calls = new ToolCalls();
  let context = "";
  for (const request of requests) {
    const { metadata, errorDetails } = request.result;
    const { renderedGlobalContext, renderedUserMessage, toolCallRounds: rounds, toolCallResults } = metadata;
    const global = readText(renderedGlobalContext);
    if (global !== "" && global !== context)
      yield { add: [{ kind: "other", label: "global context", content: (context = global) }] };
    const typed = request.message.text ?? "";
    yield {
      add: listCopilotUserItems({
        content: typed,
        transformedContent: readText(renderedUserMessage) || typed,
      }),
    };
    const failed = errorDetails.message ?? errorDetails.code ?? (request.isCanceled ? "canceled" : undefined);
    const all: readonly Partial<VscodeRound>[] =
      rounds.length > 0 ? rounds : [{ response: readText(request.response) }];
    for (const [n, round] of all.entries()) {
      const isLast = n === all.length - 1;
      const made = (round.toolCalls ?? []).map((call) => readCall(call, calls));
      yield {
        answer: [...answerOf(round), ...made],
        at: n === 0 ? request.timestamp : null,
        turnId: n === 0 ? request.requestId : undefined,
        model: request.modelId,
        error: isLast ? failed : undefined,
      } satisfies CallStep;
      const results = made.flatMap(({ toolCallId }) =>
        readResults(toolCallId, recordOf(toolCallResults), calls),
      );
      if (results.length > 0) yield { add: results };
    }
  }
}

function answerOf({ thinking, response }: Partial<VscodeRound>): SeenItem[] {
  const thought = readText(thinking?.text);
  const text = readText(response);
  return [
    ...(thought === "" ? [] : [{ kind: "thinking" as const, content: thought }]),
    ...(text === "" ? [] : [{ kind: "assistant_text" as const, content: text }]),
  ];
}

function readCall(call: VscodeCall, calls: ToolCalls): SeenItem & { readonly toolCallId: string } {
  const toolCallId = call.id ?? calls.makeId();
  const toolName = call.name ?? "tool";
  const content = writeArguments(call.arguments);
  calls.note(toolCallId, toolName, readCallArguments(content));
  return { kind: "tool_call", toolName, toolCallId, content };
}

function readResults(id: string, results: Loose, calls: ToolCalls): SeenItem[] {
  if (!Object.hasOwn(results, id)) return [];
  const content = recordsOf(recordOf(results[id]).content).map((part) => readShown(part.value ?? part));
  return [{ kind: "tool_result", content: content.join("\n"), ...calls.describe(id) }];
}

/** A part of a result that VS Code laid out itself is a tree; it stands there as JSON. */
function readShown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Text, or the text parts of a list: of what was sent (`text`), and of what is shown (`value`, without a kind). */
function readText(parts: unknown): string {
  if (typeof parts === "string") return parts;
  if (!Array.isArray(parts)) return "";
  const texts = recordsOf(parts)
    .filter(({ kind }) => kind === undefined)
    .map(({ text, value }) => text ?? value);
  return [
    ...parts.filter((part) => typeof part === "string"),
    ...texts.filter((text) => typeof text === "string"),
  ].join("");
}
