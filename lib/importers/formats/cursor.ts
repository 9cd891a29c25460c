import { readItemsOfContent } from "../messages/anthropic";
import { ToolCalls } from "../messages/tool-calls";
import { also, signs } from "../reading/sniff";
import type { FoundSession, SessionStep, SourceFile } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId, nameIn } from "../shared/bounds";
import { titleOf } from "../shared/titles";
import type { Loose } from "../shared/values";
import { recordsOf } from "../shared/values";
import { CURSOR_LINE } from "./cursor-records";

/** The line under the title of a conversation that Cursor exported, with the version in brackets. */
const EXPORTED = /^_Exported on .+ from Cursor \([\d.]+\)_/m;
const SPEAKER = /^\*\*(User|Cursor)\*\*$/;

/**
 * Conversations of Cursor: a transcript of its agent (`agent-transcripts/ID/ID.jsonl`, where a line of the assistant is
 * a call), or one exported as Markdown. Neither has the tools' results.
 */
export const cursor = defineFormat({
  id: "cursor",
  label: "Cursor conversation",
  checked: { on: "2026-11-24", against: "lines and exports of Cursor 0.50 to 3.15 that others quote" },
  agent: "Cursor",
  keys: CURSOR_LINE,
  recognise: (sniff) => {
    if (sniff.shape === "text")
      return EXPORTED.test(sniff.head)
        ? { share: 1, missing: null }
        : { share: 0, missing: "a line that says when Cursor exported it" };
    return also(
      signs(sniff, ["lines", "object"], ["role", "message.content"]),
      !["uuid", "id", "sessionId", "timestamp", "messages"].some((key) => sniff.paths.has(key)),
      "lines of a role and a message alone",
    );
  },
  async *sessions({ files, report }) {
    for (const file of files) {
      const isText = file.sniff.shape === "text";
      const messages = isText ? await readExported(file) : [];
      if (isText) report.found(messages.length);
      else
        for await (const line of file.records()) {
          if (line.role === "user" || line.role === "assistant") messages.push(line);
          else if (line.type !== "turn_ended")
            report.passOver("unknown_record", "a line has no role: expected user or assistant");
        }
      if (messages.length > 0) yield readSession(file, messages, isText);
    }
  },
});

async function readExported(file: SourceFile): Promise<Loose[]> {
  const spoken: { readonly role: string; readonly lines: string[] }[] = [];
  for await (const line of file.lines()) {
    const speaker = SPEAKER.exec(line)?.[1];
    if (speaker !== undefined) spoken.push({ role: speaker === "User" ? "user" : "assistant", lines: [] });
    else spoken.at(-1)?.lines.push(line);
  }
  return spoken.map(({ role, lines }) => ({
    role,
    message: {
      content: [
        {
          type: "text",
          text: lines
            .join("\n")
            .replace(/\n---\s*$/, "")
            .trim(),
        },
      ],
    },
  }));
}

function readSession(file: SourceFile, messages: readonly Loose[], isText: boolean): FoundSession {
  const [holder, folder] = file.name.split("/").slice(-3);
  const parent = folder === "subagents" ? findId(holder) : undefined;
  const first = recordsOf(CURSOR_LINE.of(messages[0]).message.content)[0]?.text;
  return {
    id: /^[\da-f-]{36}$/.test(file.stem) ? file.stem : `${file.stem}-${file.fingerprint}`,
    name: titleOf(nameIn(first)),
    role: parent === undefined ? "main" : "subagent",
    parent: parent === undefined ? undefined : { session: parent },
    windows: "inferred",
    notes: [
      isText
        ? "An export joins the calls of an answer to one, and leaves out tools, results, models and usage."
        : "The transcript leaves out results, instructions, models and usage: windows held more than is shown.",
    ],
    steps: readSteps(messages),
  };
}

function* readSteps(messages: readonly Loose[]): Generator<SessionStep> {
  const calls = new ToolCalls();
  for (const [n, { role, message }] of messages.map(CURSOR_LINE.of).entries()) {
    const { content } = message;
    if (role !== "assistant") yield { add: readItemsOfContent("user", content, calls) };
    else {
      const named = recordsOf(content).map((part, i) =>
        part.type === "tool_use" && part.id === undefined ? { ...part, id: `call-${n}-${i}` } : part,
      );
      yield { answer: readItemsOfContent("assistant", named.length > 0 ? named : content, calls) };
    }
  }
}
