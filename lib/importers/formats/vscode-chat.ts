import { writeArguments } from "../messages/openai";
import { readCallArguments, ToolCalls } from "../messages/tool-calls";
import { signs } from "../reading/sniff";
import type { CallStep, FoundSession, FormatSource, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId, nameIn } from "../shared/bounds";
import type { KnownKeys } from "../shared/known-keys";
import { makeKnownKeys, leaving, noteUnknownKeys, nestKeys } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import { titleOf } from "../shared/titles";
import type { Loose } from "../shared/values";
import { instantOf, recordOf, recordsOf, stringOf } from "../shared/values";
import { listCopilotUserItems } from "./copilot-cli-data";

const OWN = "what the program keeps for itself";
const TIMES = "ids, times and marks";
const ROUND = leaving(makeKnownKeys("response toolCalls thinking"), {
  [TIMES]: "id timestamp toolInputRetry modelId",
  "opaque values for the provider": "statefulMarker phase",
});
const METADATA = nestKeys(
  leaving(makeKnownKeys("renderedUserMessage renderedGlobalContext toolCallRounds toolCallResults"), {
    [TIMES]: "modelMessageId responseId sessionId agentId cacheKey",
    [OWN]: "codeBlocks command",
  }),
  { toolCallRounds: ROUND },
);
const REQUEST = nestKeys(
  leaving(makeKnownKeys("requestId message response result timestamp modelId isCanceled"), {
    [TIMES]: "responseId timeSpentWaiting responseTimestamp",
    [OWN]:
      "variableData responseMarkdownInfo followups agent contentReferences codeCitations modelState slashCommand",
    "what another key says": "shouldBeRemovedOnSend editedFileEvents",
  }),
  {
    result: nestKeys(leaving(makeKnownKeys("metadata errorDetails"), { [OWN]: "timings details" }), {
      metadata: METADATA,
    }),
  },
);
const SESSION: KnownKeys = leaving(makeKnownKeys("requests sessionId customTitle creationDate"), {
  [TIMES]: "version lastMessageDate",
  [OWN]:
    "requesterUsername requesterAvatarIconUri responderUsername responderAvatarIconUri initialLocation isImported inputState mode selectedModel hasPendingEdits",
});

/**
 * A chat of Copilot in VS Code: an export (_Chat: Export Chat_) or a file of `chatSessions`. A request's rounds are its
 * calls. A request without rounds, as of older versions, is one call.
 */
export const vscodeChat = defineFormat({
  id: "vscode_chat",
  label: "chat of VS Code",
  checked: { on: "2026-11-24", against: "five exports of VS Code: 11 calls, 5 tools" },
  agent: "GitHub Copilot",
  keys: SESSION,
  recognise: (sniff) =>
    signs(
      sniff,
      ["object"],
      ["responderUsername", "requests[].requestId", "requests[].message", "requests[].response"],
    ),
  async *sessions(source) {
    for (const file of source.files)
      for await (const chat of file.records()) {
        const requests = source.entries(chat.requests, REQUEST, "not a request");
        const first = requests[0];
        yield {
          id: findId(chat.sessionId) ?? `${file.stem}-${file.fingerprint}`,
          at: instantOf(chat.creationDate) ?? instantOf(first?.timestamp),
          name: nameIn(chat.customTitle) ?? titleOf(stringOf(recordOf(first?.message).text)),
          model: nameIn(first?.modelId),
          windows: "inferred",
          notes: [
            "A chat has no instructions, no tool schemas and no usage: windows held more than is shown.",
          ],
          steps: readSteps(requests, source),
        } satisfies FoundSession;
      }
  },
});

function* readSteps(requests: readonly Loose[], { report }: FormatSource): Generator<SessionStep> {
  const calls = new ToolCalls();
  let context = "";
  for (const request of requests) {
    const { metadata, errorDetails } = recordOf(request.result);
    const { renderedGlobalContext, renderedUserMessage, toolCallRounds, toolCallResults } =
      recordOf(metadata);
    const global = readText(renderedGlobalContext);
    if (global !== "" && global !== context)
      yield { add: [{ kind: "other", label: "global context", content: (context = global) }] };
    const typed = stringOf(recordOf(request.message).text) ?? "";
    yield {
      add: listCopilotUserItems({
        content: typed,
        transformedContent: readText(renderedUserMessage) || typed,
      }),
    };
    const rounds = recordsOf(toolCallRounds);
    const { message, code } = recordOf(errorDetails);
    const failed =
      stringOf(message) ?? stringOf(code) ?? (request.isCanceled === true ? "canceled" : undefined);
    const all = rounds.length > 0 ? rounds : [{ response: readText(request.response) }];
    for (const [n, round] of all.entries()) {
      const isLast = n === all.length - 1;
      const made = recordsOf(round.toolCalls).map((call) => readCall(call, calls));
      yield {
        answer: [...answerOf(round), ...made],
        at: n === 0 ? instantOf(request.timestamp) : null,
        turnId: n === 0 ? findId(request.requestId) : undefined,
        model: nameIn(request.modelId),
        error: isLast ? failed : undefined,
      } satisfies CallStep;
      const results = made.flatMap(({ toolCallId }) =>
        readResults(toolCallId, recordOf(toolCallResults), calls),
      );
      if (results.length > 0) yield { add: results };
    }
    for (const round of rounds)
      for (const call of recordsOf(round.toolCalls)) noteUnknownKeys(call, CALL, report);
  }
}

const CALL = leaving(makeKnownKeys("id name arguments"), { [TIMES]: "type" });

function answerOf({ thinking, response }: Loose): SeenItem[] {
  const thought = readText(recordOf(thinking).text);
  const text = readText(response);
  return [
    ...(thought === "" ? [] : [{ kind: "thinking" as const, content: thought }]),
    ...(text === "" ? [] : [{ kind: "assistant_text" as const, content: text }]),
  ];
}

function readCall(call: Loose, calls: ToolCalls): SeenItem & { readonly toolCallId: string } {
  const toolCallId = findId(call.id) ?? calls.makeId();
  const toolName = nameIn(call.name) ?? "tool";
  const content = writeArguments(call.arguments);
  calls.note(toolCallId, toolName, readCallArguments(content));
  return { kind: "tool_call", toolName, toolCallId, content };
}

function readResults(id: string, results: Loose, calls: ToolCalls): SeenItem[] {
  if (results[id] === undefined) return [];
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
