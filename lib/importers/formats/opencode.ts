import { signs } from "../reading/sniff";
import type { FoundSession, SessionStep, FormatSource } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId, nameIn, findTokens } from "../shared/bounds";
import type { KnownKeys } from "../shared/known-keys";
import { makeKnownKeys, nestKeys, leaving } from "../shared/known-keys";
import type { Loose } from "../shared/values";
import type { Entry } from "./opencode-listing";
import { Listing } from "./opencode-listing";
import { keepDefined, instantOf, recordOf, recordsOf, stringOf } from "../shared/values";
import { findCost } from "../shared/billed";

const PART_KEYS: KnownKeys = nestKeys(
  leaving(
    makeKnownKeys(
      "id sessionID messageID type text synthetic ignored time metadata tool callID state snapshot reason cost",
      "tokens mime filename url source hash files name auto tail_start_id prompt description agent model command",
      "attempt error",
    ),
    { "what the program keeps for itself": "overflow cause" },
  ),
  { state: makeKnownKeys("status input raw output error title metadata time attachments") },
);
const MESSAGE_KEYS = leaving(
  makeKnownKeys(
    "id sessionID role time parentID modelID providerID mode agent path summary cost tokens finish variant error",
    "system tools model format structured",
  ),
  { "what the program keeps for itself": "fallbackModels" },
);
const SESSION_KEYS = leaving(
  makeKnownKeys(
    "id projectID directory path parentID title version agent model summary share cost tokens time metadata",
  ),
  { "ids, times and marks": "slug workspaceID", "what the program keeps for itself": "permission" },
);
const EXPORT_KEYS: KnownKeys = nestKeys(makeKnownKeys("info messages"), { info: SESSION_KEYS });
const ENTRY_KEYS: KnownKeys = nestKeys(makeKnownKeys("info parts"), { info: MESSAGE_KEYS, parts: PART_KEYS });

/** A line that `opencode run --format json` prints. */
const PRINTED_KEYS: KnownKeys = nestKeys(makeKnownKeys("type timestamp sessionID part error"), {
  part: PART_KEYS,
});

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
      ? PRINTED_KEYS
      : record.info !== undefined
        ? EXPORT_KEYS
        : record.messageID !== undefined
          ? PART_KEYS
          : record.role !== undefined
            ? MESSAGE_KEYS
            : SESSION_KEYS,
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
        else yield readSession(recordOf(record.info), readEntries(record.messages, source), source);
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
      info: own,
      parts: parts.filter((part) => part.messageID === own.id),
    }));
    const id = messages[0]?.sessionID ?? parts[0]?.sessionID;
    yield readSession(info ?? { id }, entries, source);
  },
});

function readEntries(list: unknown, source: FormatSource): Entry[] {
  return source.entries(list, ENTRY_KEYS, "not a message").flatMap((entry): Entry[] => {
    const info = recordOf(entry.info);
    if (info.role === "user" || info.role === "assistant") return [{ info, parts: recordsOf(entry.parts) }];
    source.report.passOver("unknown_record", "an entry is no message of a user or an assistant");
    return [];
  });
}

/** What is printed has the parts of answers alone: neither the question nor the messages around them. */
function readAnswers(printed: readonly Loose[], known: ReadonlySet<unknown>): Loose[] {
  const parts = new Map(printed.toReversed().map((part) => [part.messageID, part]));
  return [...parts.values()].flatMap(({ messageID: id, sessionID }) =>
    known.has(id) ? [] : [{ id, sessionID, role: "assistant" }],
  );
}

function compareById(a: Loose, b: Loose): number {
  return String(a.id) < String(b.id) ? -1 : 1;
}

function readSession(info: Loose, entries: readonly Entry[], source: FormatSource): FoundSession {
  const parent = findId(info.parentID);
  const answers = entries.filter(({ info: own }) => own.role === "assistant");
  return {
    id: findId(info.id) ?? source.files[0]?.fingerprint ?? "session",
    at: instantOf(recordOf(info.time).created),
    name: nameIn(info.title),
    model: answers.map(({ info: own }) => nameIn(own.modelID)).find((model) => model !== undefined),
    role: parent === undefined ? "main" : "subagent",
    parent: parent === undefined ? undefined : { session: parent },
    windows: "inferred",
    reported: keepDefined({
      tokensSent: readInput(recordOf(info.tokens)) || undefined,
      // Whether the output has the reasoning, too, is said of calls and not of their sum.
      tokensReceived: findTokens(recordOf(info.tokens).reasoning)
        ? undefined
        : findTokens(recordOf(info.tokens).output),
      cost: findCost(info.cost),
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
      const at = n === 0 ? instantOf(recordOf(info.time).created) : startOf(own);
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

function readInput({ input, cache }: Loose): number {
  const { read, write } = recordOf(cache);
  return [input, read, write].reduce<number>((sum, tokens) => sum + (findTokens(tokens) ?? 0), 0);
}

/** The input leaves out what a cache had; the output leaves out reasoning only where the total says so. */
function readFields(info: Loose, finish: Loose | undefined, n: number) {
  const tokens = recordOf(finish?.tokens ?? (n === 0 ? info.tokens : undefined));
  const cache = recordOf(tokens.cache);
  const [written, reasoning] = [tokens.output, tokens.reasoning].map(findTokens);
  const [read, wrote] = [findTokens(cache.read), findTokens(cache.write)];
  const input = readInput(tokens);
  const isApart = tokens.total === input + (written ?? 0) + (reasoning ?? 0);
  const { name, data } = recordOf(info.error);
  const failed = [stringOf(name), stringOf(recordOf(data).message)].filter(Boolean).join(": ");
  return {
    turnId: n === 0 ? findId(info.id) : findId(finish?.id),
    endedAt: n === 0 && finish?.tokens !== undefined ? instantOf(recordOf(info.time).completed) : null,
    model: nameIn(info.modelID),
    provider: nameIn(info.providerID),
    stopReason: nameIn(finish?.reason ?? info.finish),
    phase: info.summary === true ? "compaction" : undefined,
    error: failed === "" ? undefined : failed,
    usage:
      input === 0
        ? undefined
        : keepDefined({
            input,
            output: written === undefined ? undefined : written + (isApart ? (reasoning ?? 0) : 0),
            cacheRead: read,
            cacheWrite: wrote,
            reasoning,
            statedCost: findCost(finish?.cost ?? (n === 0 ? info.cost : undefined)),
          }),
  };
}
