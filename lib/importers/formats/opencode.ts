import { signs } from "../reading/sniff";
import type { FoundSession, SessionStep, FormatSource } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId, nameIn } from "../shared/bounds";
import type { Loose } from "../shared/values";
import type { Entry } from "./opencode-listing";
import { Listing } from "./opencode-listing";
import type { OpencodeMessage, OpencodeSession } from "./opencode-records";
import {
  OPENCODE_ENTRY,
  OPENCODE_EXPORT,
  OPENCODE_FAULT,
  OPENCODE_MESSAGE,
  OPENCODE_PART,
  OPENCODE_PRINTED,
  OPENCODE_SESSION,
  OPENCODE_TOKENS,
  sumOpencodeInput,
} from "./opencode-records";
import { keepDefined, instantOf, recordOf, recordsOf } from "../shared/values";
import { findCost } from "../shared/billed";

/**
 * A session of opencode: its export, what it prints as it runs (lines with a part each), or the files of its storage folder (one a session, a message and a part).
 * A step of a message is a call. Its source (packages/opencode/src/session/message-v2.ts) says what is sent: the
 * whole list, cleared results as a mark, and after a finished summary only what came since its question.
 */
export const opencode = defineFormat({
  id: "opencode",
  label: "opencode session",
  checked: {
    on: "2026-11-24",
    against: "exports of opencode 1.17 and 1.2: 62 calls, 109 tools in four of them",
  },
  agent: "opencode",
  keys: (record) =>
    record.part !== undefined
      ? OPENCODE_PRINTED
      : record.info !== undefined
        ? OPENCODE_EXPORT
        : record.messageID !== undefined
          ? OPENCODE_PART
          : record.role !== undefined
            ? OPENCODE_MESSAGE
            : OPENCODE_SESSION,
  recognise: (sniff) =>
    [
      // The files that a question changed can stand before its parts, whole.
      ["info.id", "info.version", "info.time.created", "messages"],
      ["id", "projectID", "directory", "version", "time.created"],
      ["id", "sessionID", "role", "time.created"],
      ["id", "sessionID", "messageID", "type"],
    ]
      .map((paths) => signs(sniff, ["object"], paths))
      .concat(signs(sniff, ["lines", "object"], ["type", "sessionID", "part.type", "part.messageID"]))
      .reduce((best, found) => (found.missing === null || found.share > best.share ? found : best)),
  groupKey: ({ name, sniff }) => {
    const { sessionID, id, info } = sniff.records[0] ?? {};
    return info === undefined ? String(sessionID ?? id ?? name) : name;
  },
  async *sessions(source) {
    const stored: Loose[] = [];
    const printed: Loose[] = [];
    for (const file of source.files)
      for await (const record of file.records()) {
        if (record.part !== undefined) printed.push(recordOf(record.part));
        else if (record.sessionID !== undefined && record.error !== undefined && record.role === undefined)
          source.report.passOver("run_error", "an error of the run is not read");
        else if (record.info === undefined) stored.push(record);
        else
          yield readOpencodeSession(
            OPENCODE_SESSION.of(record.info),
            readEntries(record.messages, source),
            source,
          );
      }
    const known = new Set(stored.map(({ id }) => id));
    stored.push(...printed.filter(({ id }) => !known.has(id)), ...readAnswers(printed, known));
    if (stored.length === 0) return;
    const messages = stored.filter(({ role }) => role !== undefined).sort(compareById);
    const parts = stored.filter(({ messageID }) => messageID !== undefined).sort(compareById);
    const info = stored.find(({ role, messageID }) => role === undefined && messageID === undefined);
    const ids = new Set(messages.map(({ id }) => id));
    const strays = parts.filter(({ messageID }) => !ids.has(messageID)).length;
    source.report.passOver("part_without_message", "a part's message is not among the files", strays);
    const entries = messages.map((own) => ({
      info: OPENCODE_MESSAGE.of(own),
      parts: parts.filter((part) => part.messageID === own.id),
    }));
    const id = messages[0]?.sessionID ?? parts[0]?.sessionID;
    yield readOpencodeSession(OPENCODE_SESSION.of(info ?? { id }), entries, source);
  },
});

function readEntries(list: unknown, source: FormatSource): Entry[] {
  return source.entries(list, OPENCODE_ENTRY, "not a message").flatMap((entry): Entry[] => {
    const { info } = OPENCODE_ENTRY.of(entry);
    if (info.role === "user" || info.role === "assistant") return [{ info, parts: recordsOf(entry.parts) }];
    source.report.passOver("unknown_record", "an entry is no message of a user or an assistant");
    return [];
  });
}

/** Makes the messages of printed parts: what is printed has the parts of answers alone, without the messages around them. */
function readAnswers(printed: readonly Loose[], known: ReadonlySet<unknown>): Loose[] {
  const parts = new Map(printed.toReversed().map((part) => [part.messageID, part]));
  return [...parts.values()].flatMap(({ messageID: id, sessionID }) =>
    known.has(id) ? [] : [{ id, sessionID, role: "assistant" }],
  );
}

function compareById(a: Loose, b: Loose): number {
  return String(a.id) < String(b.id) ? -1 : 1;
}

export function readOpencodeSession(
  info: OpencodeSession,
  entries: readonly Entry[],
  source: FormatSource,
): FoundSession {
  const { parentID: parent, tokens } = info;
  const answers = entries.filter(({ info: own }) => own.role === "assistant");
  return {
    id: info.id ?? source.files[0]?.fingerprint ?? "session",
    at: info.time.created,
    name: info.title,
    model: answers.map(({ info: own }) => own.modelID).find((model) => model !== undefined),
    role: parent === undefined ? "main" : "subagent",
    parent: parent === undefined ? undefined : { session: parent },
    windows: "inferred",
    reported: keepDefined({
      tokensSent: sumOpencodeInput(tokens) || undefined,
      // Whether the output has the reasoning, too, is said of calls and not of their sum.
      tokensReceived: tokens.reasoning ? undefined : tokens.output,
      cost: info.cost,
    }),
    notes: [
      "opencode does not record its system prompt and the tools' schemas: the rest of a measured input is theirs.",
    ],
    steps: readSteps(entries, source),
  };
}

function* readSteps(entries: readonly Entry[], source: FormatSource): Generator<SessionStep> {
  const list = new Listing(source);
  for (const entry of entries) {
    const { info, parts } = entry;
    if (info.role !== "assistant") {
      yield* list.say(list.asked(info, parts), info.id);
      continue;
    }
    for (const [n, own] of splitSteps(parts).entries()) {
      const at = n === 0 ? info.time.created : startOf(own);
      yield* list.clear(at);
      const { answer, results } = list.answered(own);
      const finish = own.find(({ type }) => type === "step-finish");
      yield { answer, at, ...readFields(info, finish, n) };
      yield* list.say(results, info.id, answer);
    }
    if (info.summary === true && info.error === undefined) yield* list.compact(entry, entries);
  }
}

/** Newer versions write one step a message, older ones several. */
function splitSteps(parts: readonly Loose[]): Loose[][] {
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

/** Reads the fields of a call. Its input leaves out what a cache had; its output leaves out reasoning only where the total says so. */
function readFields(info: OpencodeMessage, finish: Loose | undefined, n: number) {
  const tokens = OPENCODE_TOKENS.of(finish?.tokens ?? (n === 0 ? info.tokens : undefined));
  const { output: written, reasoning, cache } = tokens;
  const input = sumOpencodeInput(tokens);
  const isApart = tokens.total === input + (written ?? 0) + (reasoning ?? 0);
  const { name, data } = OPENCODE_FAULT.of(info.error);
  const failed = [name, data.message].filter(Boolean).join(": ");
  return {
    turnId: n === 0 ? findId(info.id) : findId(finish?.id),
    endedAt: n === 0 && finish?.tokens !== undefined ? info.time.completed : null,
    model: info.modelID,
    provider: info.providerID,
    stopReason: nameIn(finish?.reason ?? info.finish),
    phase: info.summary === true ? "compaction" : undefined,
    error: failed === "" ? undefined : failed,
    usage:
      input === 0
        ? undefined
        : keepDefined({
            input,
            output: written === undefined ? undefined : written + (isApart ? (reasoning ?? 0) : 0),
            cacheRead: cache.read,
            cacheWrite: cache.write,
            reasoning,
            statedCost: findCost(finish?.cost ?? (n === 0 ? info.cost : undefined)),
          }),
  };
}
