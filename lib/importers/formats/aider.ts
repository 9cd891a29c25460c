import { hashOpening } from "../reading/sniff";
import type { CallStep, FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { nameIn } from "../shared/bounds";
import { findCost } from "../shared/billed";
import { dropUnsaidUsage } from "../shared/cached-input";
import { titleOf } from "../shared/titles";
import { keepDefined, instantOf } from "../shared/values";

const START = "# aider chat started at ";

/**
 * The chat history of Aider, a Markdown file with all chats of a folder. Aider's writer (aider/io.py) puts `#### `
 * before what a person typed and `> ` before its own output; everything else is an answer. A quotation in an answer
 * looks like that output.
 */
export const aider = defineFormat({
  id: "aider_history",
  label: "Aider chat history",
  checked: {
    on: "2026-11-24",
    against: "aider 5dc9490b, tests/fixtures/chat-history.md: 839 lines of tokens",
  },
  agent: "Aider",
  recognise: ({ shape, head }) => {
    const isHistory = shape === "text" && /^# aider chat started at \d/m.test(head);
    return {
      share: isHistory ? 1 : 0,
      missing: isHistory ? null : "a line that says when an aider chat started",
    };
  },
  async *sessions({ files, report }) {
    for (const file of files) {
      let chat: string[] = [];
      const found = function* () {
        if (chat.length === 0) return;
        report.found(1);
        const session = findSession(chat);
        if (session === null) report.passOver("empty_chat", "no model was called in a chat");
        else yield session;
      };
      for await (const line of file.lines()) {
        if (line.startsWith(START)) {
          yield* found();
          chat = [line];
        } else if (chat.length > 0 || line.trim() !== "")
          chat.push(...(chat.length === 0 ? [START, line] : [line]));
      }
      yield* found();
    }
  },
});

type Role = "user" | "assistant" | "aider";

interface Said {
  readonly role: Role;
  text: string;
}

function readMessages(lines: readonly string[]): Said[] {
  const messages: Said[] = [];
  for (const line of lines) {
    const [role, text]: [Role, string] = line.startsWith("#### ")
      ? ["user", line.slice(5).trimEnd()]
      : line.startsWith("> ")
        ? ["aider", line.slice(2).trimEnd()]
        : ["assistant", line];
    const last = messages.at(-1);
    if (last?.role === role) last.text += `\n${text}`;
    else if (text.trim() !== "") messages.push({ role, text });
  }
  const asked = messages.findIndex(({ role }) => role === "user");
  // Before the first question stands what the shell printed, or the answer to one that was given in the command line.
  // Text inside Aider's own output, such as a command on a line of its own, is no answer: no call is reported after it.
  const isOutput = (i: number) => messages[i - 1]?.role === "aider" && isAskingInstead(messages[i + 1]);
  const isAnswer = (i: number) =>
    (asked >= 0 && i > asked && !isOutput(i)) || hasReportedCalls(messages[i + 1]);
  return messages
    .filter(({ role }, i) => role !== "assistant" || isAnswer(i))
    .map(({ role, text }) => ({ role, text: text.trim() }));
}

function hasReportedCalls(said: Said | undefined): boolean {
  return said?.role === "aider" && /^Tokens: /m.test(said.text);
}

/** Aider goes on with a question of its own to the person. */
function isAskingInstead(said: Said | undefined): boolean {
  return said?.role === "aider" && !hasReportedCalls(said) && /^[^\n]*\(Y\)es\/\(N\)o/.test(said.text);
}

function findSession(chat: readonly string[]): FoundSession | null {
  const messages = readMessages(chat.slice(1));
  const first = messages.find(({ role }) => role === "user") ?? messages.find(hasReportedCalls);
  if (first === undefined) return null;
  const started = (chat[0] ?? "").slice(START.length).trim();
  return {
    id: `aider-${started.replace(/\D+/g, "-")}-${hashOpening([first.text])}`,
    name: titleOf(
      messages.find(({ role, text }) => role === "user" && !text.startsWith("/"))?.text ??
        (first.role === "user" ? first.text : undefined),
    ),
    at: instantOf(started),
    model: messages.map(({ role, text }) => (role === "aider" ? findModel(text) : undefined)).find(Boolean),
    windows: "inferred",
    reported: keepDefined({
      cost: findCost(
        messages.flatMap(({ role, text }) => (role === "aider" ? (COST.exec(text)?.[2] ?? []) : [])).at(-1),
      ),
    }),
    notes: [
      "The history has what was typed and answered. The files of the chat, the map of the repository and Aider's instructions were sent too and are not in it.",
      ...(first.role === "user"
        ? []
        : ["What was asked stood in the command line and is not in the history."]),
      "Aider rounds token figures from 1,000 on to two digits, and its times have no zone: they are read as UTC.",
    ],
    steps: readSteps(messages),
  };
}

/** Aider writes one line of tokens for each call: it closes the answer before it, or a call that gave none. */
function* readSteps(messages: readonly Said[]): Generator<SessionStep> {
  let model: string | undefined;
  let open: CallStep | null = null;
  for (const [i, { role, text }] of messages.entries()) {
    const answered = isAnswered(messages.slice(i + 1));
    if (role === "aider") {
      model = findModel(text) ?? model;
      const failed = open === null && !answered ? FAILED.exec(text)?.[0] : undefined;
      const reports = [...text.matchAll(TOKENS)].map(({ 0: said }) => readUsage(said));
      if (reports.length === 0 && failed !== undefined) reports.push(undefined);
      for (const usage of reports) {
        yield { ...(open ?? { answer: [], model, error: failed ?? BROKEN_OFF }), usage };
        open = null;
      }
      continue;
    }
    if (open !== null) yield open;
    open = role === "assistant" ? { answer: [{ kind: "assistant_text", content: text }], model } : null;
    if (role === "assistant") continue;
    if (/^\/(clear|reset)\b/.test(text)) yield { window: [] };
    // A command that nothing answers is Aider's own and is not sent.
    if (!text.startsWith("/") || answered) yield { add: [{ kind: "user_message", content: text }] };
  }
  if (open !== null) yield open;
}

const TOKENS = /^Tokens: .*/gm;
const COST = /Cost: \$([\d.]+) message, \$([\d.]+) session/;
const FAILED = /litellm\.\w+: .*/;
const BROKEN_OFF = "the answer was broken off";

function isAnswered(next: readonly Said[]): boolean {
  return next.find(({ role }) => role !== "aider")?.role === "assistant";
}

function findModel(text: string): string | undefined {
  return nameIn(/^(?:Main m|M)odels?: (\S+)/m.exec(text)?.[1]);
}

function readUsage(said: string): CallStep["usage"] {
  const of = (what: string) => findTokens(new RegExp(`(?<![\\d.,])([\\d.,]+)([kM]?) ${what}`).exec(said));
  return dropUnsaidUsage(
    keepDefined({
      input: of("sent"),
      output: of("received"),
      cacheRead: of("cache hit"),
      cacheWrite: of("cache write"),
      statedCost: findCost(COST.exec(said)?.[1]),
    }),
  );
}

function findTokens(match: RegExpExecArray | null): number | undefined {
  if (match === null) return undefined;
  const [, figure = "", unit = ""] = match;
  const scale = unit === "k" ? 1_000 : unit === "M" ? 1_000_000 : 1;
  // A call that was broken off has no figures, which Aider writes as 0.
  return Math.round(Number(figure.replaceAll(",", "")) * scale) || undefined;
}
