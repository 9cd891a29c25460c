import { addToGroup } from "@/lib/core/group-by";
import type { ImportReport } from "../reading/importer";
import { signs } from "../reading/sniff";
import type { FormatSource, FoundSession } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findId } from "../shared/bounds";
import type { KnownKeys } from "../shared/known-keys";
import { anyKeys, nestKeys, noteUnknownKeys } from "../shared/known-keys";
import type { Loose } from "../shared/values";
import { keepDefined, parseJsonText, recordOf } from "../shared/values";
import { readOpencodeSession } from "./opencode";
import type { OpencodeSessionRow, OpencodeStoredRow } from "./opencode-database-records";
import {
  OPENCODE2_MESSAGE,
  OPENCODE_ROW,
  OPENCODE_SCHEMA,
  OPENCODE_TABLES,
} from "./opencode-database-records";
import type { Entry } from "./opencode-listing";
import { readOpencodeMessages } from "./opencode-database-messages";
import { OPENCODE_MESSAGE, OPENCODE_PART, OPENCODE_SESSION, sumOpencodeInput } from "./opencode-records";

const TABLES = new Map<unknown, KnownKeys>(Object.entries(OPENCODE_TABLES));

/** The rows of one session: of version 1 messages and parts, of version 2 messages that hold theirs. */
interface Stored {
  readonly messages: OpencodeStoredRow[];
  readonly parts: OpencodeStoredRow[];
  readonly newer: OpencodeStoredRow[];
}

/**
 * `opencode.db`, in which opencode from version 1.2 on keeps all its sessions. Version 1 writes what its export holds, in a row for each
 * message and part; version 2 a row for each message, of another form.
 */
export const opencodeDatabase = defineFormat({
  id: "opencode_database",
  label: "database of opencode",
  checked: null,
  agent: "opencode",
  keys: ({ table }) =>
    typeof table === "string"
      ? nestKeys(OPENCODE_ROW, { row: TABLES.get(table) ?? anyKeys({}) })
      : OPENCODE_SCHEMA,
  recognise: (sniff) =>
    [
      ["tables.session.project_id", "tables.session_message.data"],
      ["tables.session.project_id", "tables.message.data", "tables.part.message_id"],
    ]
      .map((paths) => signs(sniff, ["lines"], paths))
      .reduce((best, found) => (found.missing === null || found.share > best.share ? found : best)),
  async *sessions(source) {
    const { report } = source;
    for (const file of source.files) {
      const sessions: OpencodeSessionRow[] = [];
      const stored = new Map<string, Stored>();
      for await (const record of file.records()) {
        const { table, row } = OPENCODE_ROW.of(record);
        if (table === "session") sessions.push(OPENCODE_TABLES.session.of(row));
        else if (table === "session_message" || table === "message" || table === "part")
          keepRow(stored, table, OPENCODE_TABLES[table].of(row));
        else if (OPENCODE_SCHEMA.of(record).tables === undefined)
          report.passOver(
            "other_table",
            "rows of tables besides sessions, messages and parts are the program's own",
          );
      }
      const listed = new Set(sessions.map(({ id }) => id));
      const nameless = [...stored.keys()].filter((id) => !listed.has(id));
      for (const session of [...sessions, ...nameless.map((id) => OPENCODE_TABLES.session.of({ id }))])
        yield readStored(session, stored.get(session.id ?? "session"), source);
    }
  },
});

function keepRow(
  stored: Map<string, Stored>,
  table: "session_message" | "message" | "part",
  row: OpencodeStoredRow,
): void {
  const id = findId(row.session_id) ?? "session";
  const session = stored.get(id) ?? { messages: [], parts: [], newer: [] };
  stored.set(id, session);
  const list = { session_message: session.newer, message: session.messages, part: session.parts }[table];
  list.push(row);
}

/** While version 2 takes a session over from version 1, its messages stand in both forms: the one with more answers is whole. */
function readStored(
  session: OpencodeSessionRow,
  { messages, parts, newer }: Stored = { messages: [], parts: [], newer: [] },
  source: FormatSource,
): FoundSession {
  const older = readEntries(messages, parts, source.report);
  const answers = newer.filter(({ type }) => type === "assistant").length;
  const isNewer = newer.length > 0 && answers >= older.filter(({ info }) => info.role === "assistant").length;
  const left = isNewer ? messages.length + parts.length : newer.length;
  source.report.passOver(
    "stored_twice",
    "a session's messages stand in the older and in the newer form",
    left,
  );
  if (!isNewer) return readOpencodeSession(makeInfo(session), older, source);
  const { id = "session", parent_id: parent, fork_session_id: fork } = session;
  const { tokens, cost } = makeInfo(session);
  return {
    id,
    at: session.time_created,
    name: session.title,
    model: findModel(newer),
    role: parent === undefined ? "main" : "subagent",
    parent: parent === undefined ? undefined : { session: parent },
    forkedFrom: fork === undefined ? undefined : { session: fork },
    windows: "inferred",
    // What a fork states of its calls leaves out those that it copied.
    reported:
      fork === undefined
        ? keepDefined({
            tokensSent: sumOpencodeInput(tokens) || undefined,
            tokensReceived: (tokens.output ?? 0) + (tokens.reasoning ?? 0) || undefined,
            cost: cost || undefined,
          })
        : undefined,
    notes: [
      "opencode does not record its system prompt and the tools' schemas: the rest of a measured input is theirs.",
    ],
    steps: readOpencodeMessages(newer, source.report),
  };
}

/** The first model that a message names; the messages behind it are not read for it. */
function findModel(rows: readonly OpencodeStoredRow[]): string | undefined {
  for (const { data } of rows) {
    const { id } = OPENCODE2_MESSAGE.of(parseJsonText(data ?? "")).model;
    if (id !== undefined) return id;
  }
  return undefined;
}

function makeInfo(session: OpencodeSessionRow) {
  return OPENCODE_SESSION.of({
    id: session.id,
    parentID: session.parent_id,
    title: session.title,
    time: { created: session.time_created },
    cost: session.cost,
    tokens: {
      input: session.tokens_input,
      output: session.tokens_output,
      reasoning: session.tokens_reasoning,
      cache: { read: session.tokens_cache_read, write: session.tokens_cache_write },
    },
  });
}

/** Messages and parts of version 1, as its export has them: a row has their ids, and `data` all else. */
function readEntries(
  messages: readonly OpencodeStoredRow[],
  parts: readonly OpencodeStoredRow[],
  report: ImportReport,
): Entry[] {
  const partsOf = new Map<unknown, Loose[]>();
  for (const { id, session_id: sessionID, message_id: messageID, data } of sortById(parts)) {
    const part = { ...recordOf(parseJsonText(data ?? "")), id, sessionID, messageID };
    noteUnknownKeys(part, OPENCODE_PART, report, "part.");
    addToGroup(partsOf, messageID, part);
  }
  const ids = new Set(messages.map(({ id }) => id));
  const strays = parts.filter(({ message_id: id }) => !ids.has(id)).length;
  report.passOver("part_without_message", "a part's message is not in the database", strays);
  return sortById(messages).map(({ id, session_id: sessionID, data }) => {
    const message = { ...recordOf(parseJsonText(data ?? "")), id, sessionID };
    noteUnknownKeys(message, OPENCODE_MESSAGE, report, "message.");
    return { info: OPENCODE_MESSAGE.of(message), parts: partsOf.get(id) ?? [] };
  });
}

function sortById(rows: readonly OpencodeStoredRow[]): OpencodeStoredRow[] {
  return [...rows].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
}
