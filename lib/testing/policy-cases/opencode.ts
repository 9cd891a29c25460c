import { z } from "zod";
import type { Message } from "@/lib/policies/contract/message";
import { opencodePruneCompaction } from "@/lib/policies/opencode-prune-compaction";
import { CLEARED_OUTPUT } from "@/lib/policies/opencode-prune-compaction/prune";
import { PolicyRun } from "@/lib/policies/run";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const SMALL_USAGE = 10;
const SHOWN_CHARS = 60;
const SUMMARISER_CHARS = 2_000;
const LINE_CHARS = 100;
const READ_BYTES_MAX = 50 * 1024;
/** The length of the path, the tags and the empty line, without the file's number and the newline of the last line. */
const READ_FRAME_CHARS = 79;

const input = z.strictObject({
  policy: z.record(z.string(), z.unknown()),
  limit: z.record(z.string(), z.number()).optional(),
  turns: z.array(
    z.strictObject({
      text: z.string(),
      reads: z.array(z.number()).default([]),
      usage: z.array(z.number()).default([]),
    }),
  ),
});

interface Turn {
  readonly requests: string[];
  last: string[];
  summarised?: string[];
  afterCompaction?: string[];
}

export const opencodeCases: CaseFamily = {
  policy: "opencode-prune-compaction",
  run(raw) {
    const { policy, limit, turns } = input.parse(raw);
    const options = { ...policy, ...(limit === undefined ? {} : { limit }) };
    const session = {
      run: new PolicyRun(opencodePruneCompaction, {
        options: knownOptions(opencodePruneCompaction, options),
      }),
      reads: 0,
      reported: 0,
    };
    return {
      turns: turns.map(({ text, reads, usage }, number) => {
        const turn: Turn = { requests: [], last: [] };
        const left = [...usage];
        const send = (added: Message[]) => {
          session.run.append(added);
          request(session.run, session.reported, turn);
          session.reported = left.shift() ?? SMALL_USAGE;
        };
        send([{ id: `u${number}`, role: "user", text }]);
        for (const chars of reads) send(readOf(++session.reads, chars));
        session.run.append([{ id: `ok${number}`, role: "assistant", text: "ok" }]);
        return { ...turn, requests: turn.requests.join(",") };
      }),
    };
  },
};

function request(run: PolicyRun, reported: number, turn: Turn): void {
  const before = [...run.shown.entries()];
  const { summarizerCalls = [] } = run.step({
    usage: { input: reported, output: 0, cacheRead: null, cacheWrite: null },
    summarize: () => ({ text: "SUMMARY", tokens: 1, simulated: false }),
  });
  if (summarizerCalls.length > 0) {
    const gone = before.filter(({ index }) => index !== null && run.shown.at(index) === null);
    turn.requests.push("summarise");
    turn.summarised = gone.map(({ message }) => transcriptLine(message));
    turn.afterCompaction = rendered(run);
  }
  turn.requests.push("agent");
  turn.last = rendered(run);
}

function rendered(run: PolicyRun): string[] {
  return run.shown.messages().map(({ role, text, toolCalls, toolCallId }) => {
    if (role === "tool") return `${toolCallId}:${text === CLEARED_OUTPUT ? text : text.length}`;
    return `${role}:${toolCalls?.[0]?.id ?? text.slice(0, SHOWN_CHARS)}`;
  });
}

function transcriptLine({ role, text, toolCalls }: Message): string {
  const call = toolCalls?.[0];
  if (call !== undefined) return `Assistant tool call:f${call.id.slice(1)}"})`;
  if (role !== "tool") return `${role === "user" ? "User" : "Assistant"}:${text}`;
  if (text.length <= SUMMARISER_CHARS) return `Tool result:${text.length}`;
  return `Tool result:${SUMMARISER_CHARS + "\n[truncated]".length}:truncated`;
}

function readOf(number: number, chars: number): Message[] {
  const id = `c${number}`;
  const args = { filePath: `f${number}` };
  return [
    { id: `a-${id}`, role: "assistant", text: "", toolCalls: [{ id, name: "read", args }] },
    { id: `r-${id}`, role: "tool", text: "x".repeat(readOutputChars(number, chars)), toolCallId: id },
  ];
}

/**
 * The length of the read tool's output for a file with lines of 100 characters. Each line is numbered, and the whole is
 * framed. A long file is cut to the lines within 50 KB, with a note.
 */
function readOutputChars(file: number, chars: number): number {
  const lines = Math.ceil(chars / LINE_CHARS);
  const shown = Math.min(lines, Math.floor((READ_BYTES_MAX + 1) / LINE_CHARS));
  const ending =
    shown < lines
      ? `(Output capped at 50 KB. Showing lines 1-${shown}. Use offset=${shown + 1} to continue.)`
      : `(End of file - total ${lines} lines)`;
  let numbers = 0;
  for (let line = 1; line <= shown; line++) numbers += String(line).length + ": ".length;
  const text = Math.min(chars, shown * LINE_CHARS);
  return text + numbers + ending.length + READ_FRAME_CHARS + String(file).length;
}
