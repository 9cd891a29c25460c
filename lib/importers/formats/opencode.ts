import { ToolCalls, originOf } from "../messages/tool-calls";
import { mediaKind } from "../messages/openai";
import { saysNothing } from "../messages/shown";
import { signs } from "../reading/sniff";
import type { FoundSession, SessionStep, FormatSource } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { idIn, nameIn, tokensIn } from "../shared/bounds";
import type { KnownKeys } from "../shared/known-keys";
import { keysIn, within } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import type { Loose } from "../shared/values";
import { definedFields, instantOf, recordOf, recordsOf, stringOf } from "../shared/values";
import { canonicalJson } from "@/lib/core/hash";

const PART_KEYS: KnownKeys = within(
  keysIn(
    "id sessionID messageID type text synthetic ignored time metadata tool callID state snapshot reason cost tokens mime",
    "filename url source hash files name auto overflow tail_start_id prompt description agent model command attempt error",
    "cause",
  ),
  { state: keysIn("status input raw output error title metadata time attachments") },
);
const MESSAGE_KEYS = keysIn(
  "id sessionID role time parentID modelID providerID mode agent path summary cost tokens finish variant error system",
  "tools model format structured fallbackModels",
);
const SESSION_KEYS = keysIn(
  "id slug projectID workspaceID directory path parentID title version agent model summary share cost tokens time revert",
  "permission metadata",
);
const EXPORT_KEYS: KnownKeys = within(keysIn("info messages"), { info: SESSION_KEYS });
const ENTRY_KEYS: KnownKeys = within(keysIn("info parts"), { info: MESSAGE_KEYS, parts: PART_KEYS });

/** opencode sends this in the place of a result that it cleared, and of one that never came. */
const CLEARED = "[Old tool result content cleared]";
const INTERRUPTED = "[Tool execution was interrupted]";
const COMPACTION_QUESTION = "What did we do so far?";

/**
 * A session of opencode: its export, or the files of its storage folder (one a session, a message and a part).
 * A step of a message is a call. Its source (packages/opencode/src/session/message-v2.ts) says what is sent: the
 * whole list, cleared results as a mark, and after a finished summary only what came since its question.
 */
export const opencode = defineFormat({
  id: "opencode",
  label: "opencode session",
  agent: "opencode",
  keys: (record) =>
    record.info !== undefined
      ? EXPORT_KEYS
      : record.messageID !== undefined
        ? PART_KEYS
        : record.role !== undefined
          ? MESSAGE_KEYS
          : SESSION_KEYS,
  recognise: (sniff) =>
    [
      ["info.id", "info.version", "messages[].info.role", "messages[].parts[].type"],
      ["id", "projectID", "directory", "version", "time.created"],
      ["id", "sessionID", "role", "time.created"],
      ["id", "sessionID", "messageID", "type"],
    ]
      .map((paths) => signs(sniff, ["object"], paths))
      .reduce((best, found) => (found.missing === null || found.share > best.share ? found : best)),
  groupKey: ({ name, sniff }) => {
    const { sessionID, id, info } = sniff.records[0] ?? {};
    return info === undefined ? String(sessionID ?? id ?? name) : name;
  },
  async *sessions(source) {
    const stored: Loose[] = [];
    for (const file of source.files)
      for await (const record of file.records()) {
        if (record.info === undefined) stored.push(record);
        else yield sessionOf(recordOf(record.info), entriesIn(record.messages, source), source);
      }
    if (stored.length === 0) return;
    const messages = stored.filter(({ role }) => role !== undefined).sort(byId);
    const parts = stored.filter(({ messageID }) => messageID !== undefined).sort(byId);
    const info = stored.find(({ role, messageID }) => role === undefined && messageID === undefined);
    const ids = new Set(messages.map(({ id }) => id));
    const strays = parts.filter(({ messageID }) => !ids.has(messageID)).length;
    source.report.passOver("part_without_message", "a part's message is not among the files", strays);
    const entries = messages.map((own) => ({
      info: own,
      parts: parts.filter((part) => part.messageID === own.id),
    }));
    const id = messages[0]?.sessionID ?? parts[0]?.sessionID;
    yield sessionOf(info ?? { id }, entries, source);
  },
});

interface Entry {
  readonly info: Loose;
  readonly parts: readonly Loose[];
}

function entriesIn(list: unknown, source: FormatSource): Entry[] {
  return source.entries(list, ENTRY_KEYS, "not a message").flatMap((entry): Entry[] => {
    const info = recordOf(entry.info);
    if (info.role === "user" || info.role === "assistant") return [{ info, parts: recordsOf(entry.parts) }];
    source.report.passOver("unknown_record", "an entry is no message of a user or an assistant");
    return [];
  });
}

function byId(a: Loose, b: Loose): number {
  return String(a.id) < String(b.id) ? -1 : 1;
}

function sessionOf(info: Loose, entries: readonly Entry[], source: FormatSource): FoundSession {
  const parent = idIn(info.parentID);
  const answers = entries.filter(({ info: own }) => own.role === "assistant");
  return {
    id: idIn(info.id) ?? source.files[0]?.fingerprint ?? "session",
    at: instantOf(recordOf(info.time).created),
    name: nameIn(info.title),
    model: answers.map(({ info: own }) => nameIn(own.modelID)).find((model) => model !== undefined),
    role: parent === undefined ? "main" : "subagent",
    parent: parent === undefined ? undefined : { session: parent },
    windows: "inferred",
    notes: [
      "opencode does not record its system prompt and the tools' schemas: the rest of a measured input is theirs.",
    ],
    steps: stepsOf(entries, source),
  };
}

function* stepsOf(entries: readonly Entry[], source: FormatSource): Generator<SessionStep> {
  const list = new Listing(source);
  for (const entry of entries) {
    const { info, parts } = entry;
    if (info.role !== "assistant") {
      yield* list.say(list.asked(info, parts), info.id);
      continue;
    }
    for (const [n, own] of stepsIn(parts).entries()) {
      const at = n === 0 ? instantOf(recordOf(info.time).created) : startOf(own);
      yield* list.clear(at);
      const { answer, results } = list.answered(own);
      const finish = own.find(({ type }) => type === "step-finish");
      yield { answer, at, ...fieldsOf(info, finish, n) };
      yield* list.say(results, info.id, answer);
    }
    if (info.summary === true && info.error === undefined) yield* list.compact(entry, entries);
  }
}

/** Newer versions write one step a message, older ones several. */
function stepsIn(parts: readonly Loose[]): Loose[][] {
  const steps: Loose[][] = [[]];
  for (const part of parts) {
    if (part.type === "step-start" && steps.at(-1)?.some(({ type }) => type === "step-finish"))
      steps.push([]);
    steps.at(-1)?.push(part);
  }
  return steps;
}

function startOf(parts: readonly Loose[]): number | null {
  const starts = parts.map((part) => recordOf(part.time ?? recordOf(part.state).time).start);
  return instantOf(starts.find((start) => typeof start === "number"));
}

/** The input leaves out what a cache had; the output leaves out reasoning only where the total says so. */
function fieldsOf(info: Loose, finish: Loose | undefined, n: number) {
  const tokens = recordOf(finish?.tokens ?? (n === 0 ? info.tokens : undefined));
  const cache = recordOf(tokens.cache);
  const [fresh, written, reasoning] = [tokens.input, tokens.output, tokens.reasoning].map(tokensIn);
  const [read, wrote] = [tokensIn(cache.read), tokensIn(cache.write)];
  const input = (fresh ?? 0) + (read ?? 0) + (wrote ?? 0);
  const isApart = tokens.total === input + (written ?? 0) + (reasoning ?? 0);
  const { name, data } = recordOf(info.error);
  const failed = [stringOf(name), stringOf(recordOf(data).message)].filter(Boolean).join(": ");
  return {
    turnId: n === 0 ? idIn(info.id) : idIn(finish?.id),
    endedAt: n === 0 && finish?.tokens !== undefined ? instantOf(recordOf(info.time).completed) : null,
    model: nameIn(info.modelID),
    provider: nameIn(info.providerID),
    stopReason: nameIn(finish?.reason ?? info.finish),
    phase: info.summary === true ? "compaction" : undefined,
    error: failed === "" ? undefined : failed,
    usage:
      input === 0
        ? undefined
        : definedFields({
            input,
            output: written === undefined ? undefined : written + (isApart ? (reasoning ?? 0) : 0),
            cacheRead: read,
            cacheWrite: wrote,
            reasoning,
          }),
  };
}

interface Standing {
  readonly message: unknown;
  readonly item: SeenItem;
}

/** What stands in the window, by message, with the results that were cleared later. */
class Listing {
  private standing: Standing[] = [];
  private readonly calls = new ToolCalls();
  private readonly clearings = new Map<string, number>();

  constructor(private readonly source: FormatSource) {}

  *say(
    items: readonly SeenItem[],
    message: unknown,
    answer: readonly SeenItem[] = [],
  ): Generator<SessionStep> {
    this.standing.push(...[...answer, ...items].map((item) => ({ message, item })));
    if (items.length > 0) yield { add: items };
  }

  /** Results whose clearing came before a call stand as a mark in its window. */
  *clear(at: number | null): Generator<SessionStep> {
    let isChanged = false;
    this.standing = this.standing.map((one) => {
      const { kind, toolCallId = "", content, media: _, ...item } = one.item;
      const cleared = kind === "tool_result" ? this.clearings.get(toolCallId) : undefined;
      if (cleared === undefined || at === null || cleared > at || content === CLEARED) return one;
      isChanged = true;
      return { ...one, item: { ...item, kind, toolCallId, content: CLEARED } };
    });
    if (isChanged) yield { window: this.items };
  }

  /** From the question on, with the tail of the history that newer versions keep before it. */
  *compact({ info, parts }: Entry, entries: readonly Entry[]): Generator<SessionStep> {
    const asked = entries.find(({ info: own }) => own.id === info.parentID);
    const question = asked?.parts.find(({ type }) => type === "compaction");
    const from = entries.findIndex(({ info: own }) => own.id === (question?.tail_start_id ?? info.parentID));
    const kept = new Set(entries.slice(from < 0 ? entries.length : from).map(({ info: own }) => own.id));
    this.standing = this.standing
      .filter(({ message }) => kept.has(message))
      .map(({ message, item }) => {
        const isSummary = message === info.id && item.kind === "assistant_text";
        return { message, item: isSummary ? { ...item, kind: "compaction_summary" as const } : item };
      });
    yield {
      window: this.items,
      compaction: {
        at: instantOf(recordOf(info.time).completed),
        trigger: question?.auto === false ? "manual" : question === undefined ? undefined : "auto",
      },
    };
    if (parts.length === 0) this.source.report.warn("empty_summary", "a compaction has no summary");
  }

  asked({ system }: Loose, parts: readonly Loose[]): SeenItem[] {
    const rules = stringOf(system);
    return [
      ...(rules === undefined
        ? []
        : [{ kind: "system_rules" as const, slot: "system:message", content: rules }]),
      ...parts.flatMap((part): SeenItem[] => {
        if (part.type === "compaction") return [{ kind: "user_message", content: COMPACTION_QUESTION }];
        if (part.type === "text" && part.ignored === true) return [];
        if (part.type === "text" && part.synthetic === true)
          return [{ kind: "attachment", content: stringOf(part.text) ?? "" }];
        return this.part(part, "user_message");
      }),
    ];
  }

  answered(parts: readonly Loose[]): { answer: SeenItem[]; results: SeenItem[] } {
    const items = parts.flatMap((part) =>
      part.type === "tool" ? this.tool(part) : this.part(part, "assistant_text"),
    );
    return {
      answer: items.filter(({ kind }) => kind !== "tool_result"),
      results: items.filter(({ kind }) => kind === "tool_result"),
    };
  }

  private part(part: Loose, kind: "user_message" | "assistant_text"): SeenItem[] {
    const { type } = part;
    const text = stringOf(part.text);
    if (type === "text") return text === undefined ? [] : [{ kind, content: text }];
    if (type === "reasoning") return text === undefined ? [] : [{ kind: "thinking", content: text }];
    if (type === "subtask")
      return [
        {
          kind: "other",
          label: "subtask",
          content: stringOf(part.prompt) ?? stringOf(part.description) ?? "",
        },
      ];
    // A text file is already sent as text, beside its part.
    if (type === "file" && !/^text\/plain|directory/.test(String(part.mime)))
      return [{ kind: "attachment", content: "", label: nameIn(part.filename), media: mediaOf([part]) }];
    if (!BOOKKEEPING.has(type) && !saysNothing(part))
      this.source.report.warn(
        "unknown_part",
        `parts of type ${String(type).slice(0, 40)} are not known: what they hold is not read`,
      );
    return [];
  }

  private tool(part: Loose): SeenItem[] {
    const state = recordOf(part.state);
    const toolCallId = idIn(part.callID) ?? this.calls.makeId();
    const toolName = nameIn(part.tool) ?? "tool";
    const origin = originOf(toolName, state.input);
    const files = recordsOf(state.attachments);
    const cleared = instantOf(recordOf(state.time).compacted);
    if (cleared !== null) this.clearings.set(toolCallId, cleared);
    const failed = state.status !== "completed";
    const interrupted =
      recordOf(state.metadata).interrupted === true ? recordOf(state.metadata).output : undefined;
    const shown = failed ? (stringOf(interrupted) ?? stringOf(state.error) ?? INTERRUPTED) : state.output;
    return [
      { kind: "tool_call", toolName, toolCallId, content: canonicalJson(state.input ?? {}) },
      {
        kind: "tool_result",
        toolName,
        toolCallId,
        content: typeof shown === "string" ? shown : canonicalJson(shown ?? ""),
        ...(origin && { origin }),
        ...(failed && { isError: true }),
        ...(files.length > 0 && { media: mediaOf(files) }),
      },
    ];
  }

  private get items(): SeenItem[] {
    return this.standing.map(({ item }) => item);
  }
}

/** Marks of steps, snapshots of files and retries: nothing of it is sent. */
const BOOKKEEPING: ReadonlySet<unknown> = new Set([
  "step-start",
  "step-finish",
  "snapshot",
  "patch",
  "agent",
  "retry",
  "file",
]);

function mediaOf(files: readonly Loose[]): NonNullable<SeenItem["media"]> {
  const media: Record<string, number> = {};
  for (const { mime } of files) {
    const kind = mediaKind(String(mime)) ?? "file";
    media[kind] = (media[kind] ?? 0) + 1;
  }
  return media;
}
