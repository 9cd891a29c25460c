import { z } from "zod";
import { setText, type Message } from "../contract/message";
import { definePolicy, type Decision, type StepInput, type StepResult } from "../contract/policy";
import type { Change } from "../contract/projection";

const BEGIN = "[File:";

const BEGINS = /\[File:(?=\s)/g;

const ENDS = /(?<!\s)\s+\(\d+\s+lines total\)\]/g;

const SPACES = /\s*/y;

const NUMBERED_LINE = /(?:^|(?<=\n))\d+:[^\n]*(?:\n|$)/g;

const options = z.object({ type: z.literal("closed_window").default("closed_window") });

const state = z.object({
  readTo: z.number().int().nonnegative().default(0),
  open: z.record(z.string(), z.number()).default({}),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const sweAgentClosedWindow = definePolicy({
  kind: "swe-agent-closed-window",
  version: "3ea751c0",
  title: "SWE-agent closed windows",
  vendor: "SWE-agent",
  configuration: {
    write: "yaml",
    place: "agent configuration (YAML)",
    under: ["agent", "history_processors"],
  },
  runsOn: { harness: ["SWE-agent"], except: ["mini SWE-agent"] },
  source: "ClosedWindowHistoryProcessor of sweagent/agent/history_processors.py at this commit.",
  checked: { on: "2026-11-22", against: "SWE-agent 3ea751c0, history_processors.py" },
  malformed: "A message with numbered lines and no file header is dropped, even if it answers a call.",
  keepEverything: null,
  options,
  state,
  step,
});

function step({ state, history }: Input): StepResult {
  const results: StepResult[] = [];
  for (; state.readTo < history.length; state.readTo++) {
    const index = state.readTo;
    const { role, text } = history.at(index);
    if ((role !== "user" && role !== "tool") || text.match(NUMBERED_LINE) === null) continue;
    const file = findFileOfHeader(text);
    if (file === undefined) {
      const reason = "It shows numbered lines without saying of which file: the vendor drops it.";
      results.push(makeResult({ status: "removed", from: index, to: index + 1 }, index, "remove", reason));
      continue;
    }
    const older = state.open[file];
    state.open[file] = index;
    if (older === undefined) continue;
    const message = closeWindow(history.at(older));
    const reason = `A newer window of ${file} stands at ${index}.`;
    results.push(makeResult({ status: "cleared", index: older, message }, older, "clear", reason));
  }
  return {
    changes: results.flatMap(({ changes }) => changes),
    decisions: results.flatMap(({ decisions = [] }) => decisions),
  };
}

function closeWindow(message: Message): Message {
  const lines = [...message.text.matchAll(NUMBERED_LINE)];
  const first = lines[0];
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return message;
  const head = message.text.slice(0, first.index);
  const tail = message.text.slice(last.index + last[0].length);
  return setText(message, `${head}Outdated window with ${lines.length} lines omitted...\n${tail}`);
}

function makeResult(change: Change, index: number, action: Decision["action"], reason: string): StepResult {
  const decision: Decision = {
    action,
    from: index,
    to: index + 1,
    rule: "closed_window",
    reason,
    numbers: {},
    reference: null,
  };
  return { changes: [change], decisions: [decision] };
}

/**
 * The file that a window is of: what the vendor's `\[File:\s+(.*)\s+\(\d+\s+lines\ total\)\]` captures first. That expression
 * takes far too long on a header that is begun and never ends, so beginnings and ends are found apart here.
 * @returns `undefined` when the text has no such header
 */
export function findFileOfHeader(text: string): string | undefined {
  const ends = [...text.matchAll(ENDS)].map(({ 0: whole, index }) => ({
    at: index,
    name: index + countSpacesAt(whole, 0) - 1,
  }));
  let passed = 0;
  let lineEnd = -1;
  for (const { index } of ends.length === 0 ? [] : text.matchAll(BEGINS)) {
    const after = index + BEGIN.length;
    const start = after + countSpacesAt(text, after);
    if (lineEnd < start) lineEnd = endOfLine(text, start);
    while ((ends[passed]?.at ?? Infinity) <= lineEnd) passed++;
    const last = ends[passed - 1];
    if (last !== undefined && last.at >= start) return text.slice(start, Math.min(last.name, lineEnd));
    // Nothing but spaces before the end: the name is empty.
    if (last?.at === after && last.name > after) return "";
  }
  return undefined;
}

function countSpacesAt(text: string, at: number): number {
  SPACES.lastIndex = at;
  return SPACES.exec(text)?.[0].length ?? 0;
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at < 0 ? text.length : at;
}
