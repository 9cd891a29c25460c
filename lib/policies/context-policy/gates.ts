import type { History } from "../contract/history";
import { setText, type Message } from "../contract/message";
import type { Decision } from "../contract/policy";
import type { Change } from "../contract/projection";
import { writeJson } from "../shared/estimate";
import type { SourceKind } from "@/lib/core/vocabulary";
import type { ContextPolicyOptions, State } from "./options";

export interface Ruling {
  readonly change: Change;
  readonly decision: Decision;
}

const HINTS: ReadonlySet<SourceKind> = new Set(["retrieval", "memory"]);

const WORD_CHARS_MIN = 4;

/**
 * The gates for a new message: may the model see it, is it about the task, has something newer replaced it, at what
 * trust is it shown. Its cost is checked later, for all messages together.
 */
export function listRulingsOn(
  index: number,
  history: History,
  options: ContextPolicyOptions,
  state: State,
): Ruling[] {
  const message = history.at(index);
  const tool = history.toolNameOf(index);
  if (message.role === "tool" && tool !== undefined && options.deny_tools.includes(tool))
    return [
      makeClearing(
        index,
        message,
        "permission",
        `The model may not see what ${tool} gives.`,
        `[Not shown: ${tool} is not allowed]`,
      ),
    ];
  const kind = message.source?.kind;
  if (kind === "retrieval" || kind === "memory") return listRulingsOnHint(index, history, state, kind);
  return message.role === "tool" ? listStaleRulings(index, history, state) : [];
}

function listRulingsOnHint(
  index: number,
  history: History,
  state: State,
  kind: "retrieval" | "memory",
): Ruling[] {
  const message = history.at(index);
  if (!isAboutTask(message.text, history))
    return [makeRemoval(index, index + 1, "relevance", `Nothing in this ${kind} is about the task.`)];
  state[kind].push(index);
  if (kind === "retrieval") return [];
  const hint = setText(message, `Memory hint, to be verified first:\n${message.text}`);
  return [
    {
      change: { status: "trimmed", index, message: hint },
      decision: makeRow("trim", index, "trust", "Memory is a hint and no fact."),
    },
  ];
}

function listStaleRulings(index: number, history: History, state: State): Ruling[] {
  const call = history.callOf(index)?.call;
  if (call === undefined) return [];
  const name = `${call.name} ${writeJson(call.args)}`;
  const older = state.newest[name];
  state.newest[name] = index;
  if (older === undefined || older < state.removedTo) return [];
  const text = `[Superseded: ${call.name} was called again, its newer result stands below]`;
  return [makeClearing(older, history.at(older), "freshness", "The same call has a newer result.", text)];
}

function isAboutTask(text: string, history: History): boolean {
  const users = history.positions("user");
  const isAsking = (index: number) => !HINTS.has(history.at(index).source?.kind ?? "user_message");
  const asked = [users.find(isAsking), users.findLast(isAsking)].flatMap((index) =>
    index === undefined ? [] : listWords(history.at(index).text),
  );
  if (asked.length === 0) return true;
  const words = new Set(listWords(text));
  return asked.some((word) => words.has(word));
}

function listWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= WORD_CHARS_MIN);
}

/** Shows the beginning and the end of an observation behind the recent tail; `null` if it is short enough. */
export function projectObservation(
  index: number,
  history: History,
  { observation }: ContextPolicyOptions,
): Ruling | null {
  const message = history.at(index);
  const { max_chars: most, head_chars: head, tail_chars: tail } = observation;
  if (message.text.length <= most || head + tail >= message.text.length) return null;
  const text = `[Untrusted output of ${message.text.length} characters, its beginning and end]\n${message.text.slice(0, head)}\n…\n${tail === 0 ? "" : message.text.slice(-tail)}`;
  return {
    change: { status: "trimmed", index, message: setText(message, text) },
    decision: makeRow(
      "trim",
      index,
      "observation",
      `Longer than ${most} characters and older than the recent tail.`,
    ),
  };
}

export function makeReferral(index: number, history: History): Ruling {
  const message = history.at(index);
  const call = history.callOf(index)?.call;
  const name =
    message.source?.origin ?? `${call?.name ?? message.toolName ?? "tool"} ${writeJson(call?.args ?? {})}`;
  return makeClearing(
    index,
    message,
    "old tail",
    "The budget is used up: the old tail goes first.",
    `[Older result left out: ${name}]`,
  );
}

function makeClearing(index: number, message: Message, rule: string, reason: string, text: string): Ruling {
  return {
    change: { status: "cleared", index, message: setText(message, text) },
    decision: { ...makeRow("clear", index, rule, reason), reference: text },
  };
}

export function makeRemoval(from: number, to: number, rule: string, reason: string): Ruling {
  return {
    change: { status: "removed", from, to },
    decision: { ...makeRow("remove", from, rule, reason), to },
  };
}

function makeRow(action: Decision["action"], index: number, rule: string, reason: string): Decision {
  return { action, from: index, to: index + 1, rule, reason, numbers: {}, reference: null };
}
