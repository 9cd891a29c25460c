import { formatCount } from "@/lib/core/digits";
import type { Message } from "@/lib/policies/contract/message";
import { setText } from "@/lib/policies/contract/message";
import type { ItemStatus, ProjectionRecord } from "@/lib/policies/contract/projection";
import type { PolicyRun } from "@/lib/policies/run";
import { writeJson } from "@/lib/policies/shared/estimate";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { SourceKind } from "@/lib/core/vocabulary";
import { SHORT_TEXT_CHARS } from "@/lib/core/trace/limits";
import { findReference, writeReference } from "./reference";
import { makeResultId } from "./scene";

/** A message of the history that does not stand unchanged. */
export interface LeftItem {
  readonly item: string;
  readonly status: Exclude<ItemStatus, "kept">;
  readonly block: string;
  readonly reference: string | null;
}

export interface LeftReferences {
  readonly left: readonly LeftItem[];
  readonly kept: readonly BlockStatement[];
}

/** A shorter text stays, because a reference to it would be as long. */
export const STAYS_CHARS = SHORT_TEXT_CHARS;
const LIST_HEADER =
  'Messages that left the window, one a line in JSON: "text" is what a short one said, "hash" is the content hash under which a longer one is kept.';

/**
 * Leaves a reference for everything that does not stand unchanged: in the policy's text, or, for messages
 * that left, in one message for each group of neighbours.
 * @param session the public id of the session that keeps the texts
 * @param before the earlier window: its references are kept already
 */
export function leaveReferences(
  run: PolicyRun,
  session: string,
  hashOf: (text: string) => string,
  before: ProjectionRecord | null = null,
): LeftReferences {
  const knownReferences = new Set((before?.inserted ?? []).map(({ message }) => findReference(message.text)));
  const keptBlocks = new Map<string, BlockStatement>();
  const references = new Map<number, string>();
  const keep = (block: BlockStatement, text: string): string => {
    keptBlocks.set(block.id, block);
    return writeReference({ session, block: hashOf(text) });
  };
  for (let index = 0; index < run.history.length; index++) {
    const shownMessage = run.shown.at(index);
    const original = run.history.at(index);
    if (shownMessage === null || shownMessage === original) continue;
    const reference = leaveInText(run, index, shownMessage, (text) =>
      keep(makeBlock(original, hashOf), text),
    );
    if (reference !== null) references.set(index, reference);
  }
  for (const { from, to } of listGoneRuns(run)) {
    const messages = listGone(run, from, to);
    const list = [LIST_HEADER, ...messages.map((message) => writeLine(message, hashOf))].join("\n");
    const reference = writeReference({ session, block: hashOf(list) });
    if (!knownReferences.has(reference)) {
      for (const message of messages)
        if (joinWholeText(message).length > STAYS_CHARS)
          keep(makeBlock(message, hashOf), joinWholeText(message));
      const id = `left:${hashOf(list).slice(0, 12)}`;
      const label = formatCount(to - from, "message that left the window", "messages that left the window");
      keep({ id, kind: "other", label, content: list }, list);
    }
    insertNote(run, from, to, reference);
    for (let index = from; index < to; index++) references.set(index, reference);
  }
  return { left: listLeftItems(run, references, hashOf), kept: [...keptBlocks.values()] };
}

/** Without leaving references. */
export function listLeftItems(
  run: PolicyRun,
  references: ReadonlyMap<number, string>,
  hashOf: (text: string) => string,
): LeftItem[] {
  const items: LeftItem[] = [];
  for (let index = 0; index < run.history.length; index++) {
    const status = run.shown.statusAt(index);
    if (status === "kept") continue;
    const message = run.history.at(index);
    const reference = references.get(index) ?? null;
    items.push({ item: message.id, status, block: makeBlockId(message, hashOf), reference });
  }
  return items;
}

/** @returns the reference to the message; `null` where it stays, or lost nothing but images and the like */
function leaveInText(
  run: PolicyRun,
  index: number,
  shownMessage: Message,
  keep: (text: string) => string,
): string | null {
  const original = run.history.at(index);
  const knownReference = findReference(shownMessage.text);
  if (knownReference !== null && findReference(original.text) !== knownReference) return knownReference;
  if (shownMessage.text === original.text) return keep(joinWholeText(original));
  if (original.text.length <= STAYS_CHARS) {
    run.shown.apply([{ status: "kept", from: index, to: index + 1 }]);
    return null;
  }
  const reference = keep(original.text);
  const note = `[${formatCount(original.text.length, "character")} stood here. restore ${reference}]`;
  const text = shownMessage.text === "" ? note : `${shownMessage.text}\n${note}`;
  const status = run.shown.statusAt(index) === "cleared" ? "cleared" : "trimmed";
  run.shown.apply([{ status, index, message: setText(shownMessage, text) }]);
  return reference;
}

function* listGoneRuns(run: PolicyRun): Generator<{ from: number; to: number }> {
  for (let index = 0; index < run.history.length; index++) {
    if (run.shown.at(index) !== null) continue;
    const from = index;
    while (index < run.history.length && run.shown.at(index) === null) index++;
    yield { from, to: index };
  }
}

function listGone(run: PolicyRun, from: number, to: number): Message[] {
  return Array.from({ length: to - from }, (_, i) => run.history.at(from + i));
}

/** A note must not stand between a call and its results. */
function insertNote(run: PolicyRun, from: number, to: number, reference: string): void {
  let before = to;
  while (before < run.history.length && run.history.at(before).role === "tool") before++;
  const message: Message = {
    id: `left:${run.history.at(from).id}`,
    role: "user",
    text: `[${formatCount(to - from, "earlier message")} left the window. restore ${reference}]`,
    source: { kind: "other", trust: "fact", origin: reference },
  };
  run.shown.apply([{ status: "inserted", before, message }]);
}

function writeLine(message: Message, hashOf: (text: string) => string): string {
  const text = joinWholeText(message);
  const { role, toolName } = message;
  const content = text.length > STAYS_CHARS ? { hash: hashOf(text) } : { text };
  return JSON.stringify({
    block: makeBlockId(message, hashOf),
    role,
    ...(toolName !== undefined && { toolName }),
    ...content,
  });
}

function joinWholeText({ text, thinking, toolCalls = [] }: Message): string {
  const calls = toolCalls.map(({ name, args }) => `${name} ${writeJson(args)}`);
  return [...(thinking === undefined ? [] : [thinking]), ...(text === "" ? [] : [text]), ...calls].join("\n");
}

function makeBlock(message: Message, hashOf: (text: string) => string): BlockStatement {
  const { role, toolCallId, toolName } = message;
  return {
    id: makeBlockId(message, hashOf),
    kind: KINDS[role],
    content: role === "tool" ? message.text : joinWholeText(message),
    ...(toolCallId !== undefined && { toolCallId }),
    ...(toolName !== undefined && { toolName }),
  };
}

const KINDS = {
  system: "system_rules",
  user: "user_message",
  assistant: "assistant_text",
  tool: "tool_result",
} as const satisfies Record<Message["role"], SourceKind>;

const ID_HASH_CHARS = 12;

/** Equal to the id in a recording of the raw calls. */
export function makeBlockId(message: Message, hashOf: (text: string) => string): string {
  const { role, toolCallId } = message;
  if (role === "tool" && toolCallId !== undefined) return makeResultId(toolCallId);
  return `${KINDS[role]}:${hashOf(joinWholeText(message).trim()).slice(0, ID_HASH_CHARS)}`;
}

/** `null` when the text is not such a list. */
export function readLeftList(
  text: string,
):
  | { readonly block: string; readonly role: string; readonly hash?: string; readonly text?: string }[]
  | null {
  if (!text.startsWith(LIST_HEADER)) return null;
  return text
    .slice(LIST_HEADER.length)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { block: string; role: string; hash?: string; text?: string });
}
