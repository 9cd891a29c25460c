import { nameIn } from "../../shared/bounds";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { cutStem } from "../../reading/importer";
import type { Recognition, Sniff } from "../../reading/sniff";
import { also, signs } from "../../reading/sniff";
import { hasIflowAnswers } from "./iflow";
import { SessionFamily } from "./family";
import { CLAUDE_CODE_ROW } from "./records";
import { isKnownRow, readClaudeCodeRow } from "./row";
import { ClaudeCodeSessionFile, nameByFile } from "./session-file";
import { UnreadRows } from "./unread-rows";
import { streamRecords } from "../../shared/records";

/**
 * A session of Claude Code: one row per message part, appended as it happens. The files of a session and its
 * agents (`subagents/agent-*.jsonl`) belong together; each can also be read alone. The window of a call is
 * rebuilt from the rows: everything since the last compaction, the rows of one answer joined, followed by the
 * results of its calls. Nothing is guessed. What the harness adds without recording it (system prompt, tool
 * schemas, reminders) is part of the total that no block explains.
 */
export const claudeCode: Importer = {
  id: "claude_code",
  label: "Claude Code session",
  checked: { on: "2026-11-29", against: "session files of Claude Code 2.1" },
  recognise,
  groupKey: (file) => `claude_code:${findSessionName(file) ?? file.name}`,
  companions: (files, siblings) => filterCards(files, siblings),
  convert,
};

/** Others write rows like these, with parts of their own. Rows of messages that say nothing of sub-agents have been copied by a tool. */
function recognise(sniff: Sniff): Recognition {
  const { paths } = sniff;
  const haveMessages = paths.has("message.role") && !paths.has("message.parts") && !hasIflowAnswers(sniff);
  const isCopied = haveMessages && paths.has("message.content");
  return also(
    signs(
      sniff,
      ["lines", "object"],
      ["type", "uuid", "parentUuid", "sessionId", ...(isCopied ? [] : ["isSidechain"])],
    ),
    haveMessages || paths.has("data.type") || paths.has("subtype"),
    "messages, progress or system rows",
  );
}

/** Beside an agent's rows lies a file that says what kind of agent it is and what it was started for. */
function filterCards(files: readonly ImportFile[], among: readonly ImportFile[]): readonly ImportFile[] {
  const cards = new Set(files.map(({ name }) => nameCard(name)));
  return among.filter(({ name, sniff }) => cards.has(name) && sniff.paths.has("agentType"));
}

function nameCard(name: string): string {
  return name.replace(/\.jsonl$/, ".meta.json");
}

const ROWS = { code: "broken_line", what: "not a row", keys: CLAUDE_CODE_ROW };

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  const family = new SessionFamily();
  const cards = filterCards(files, files);
  const described = new Map(cards.map(({ name, sniff }) => [name, nameIn(sniff.records[0]?.description)]));
  const rowFiles = files.filter((file) => !cards.includes(file));
  const inOrder = rowFiles.sort((a, b) => placeOf(a) - placeOf(b));
  for (const file of inOrder) {
    const session = findSessionName(file) ?? nameByFile(file);
    const conversations = new ClaudeCodeSessionFile(
      { name: file.name, description: described.get(nameCard(file.name)), format: claudeCode.id },
      session,
      family,
    );
    const unread = new UnreadRows();
    let number = 0;
    for await (const record of streamRecords(file, report, ROWS)) {
      const row = readClaudeCodeRow(record, number++);
      if (!conversations.take(row)) unread.addRepeated();
      if (!isKnownRow(row)) unread.addType(row.type);
    }
    unread.tell(report);
    yield* conversations.end();
  }
}

/** Finds the name of a file's session. The file of a resumed session may begin with rows of the earlier session. */
function findSessionName({ name, sniff }: ImportFile): string | undefined {
  const ids = [...sniff.head.matchAll(/"sessionId"\s*:\s*"([^"\\]{1,200})"/g)].flatMap(([, id]) => id ?? []);
  return ids.find((id) => id === cutStem(name)) ?? ids[0];
}

/** A session comes before its agents, and the file that is named after an agent before another one of that agent's id. */
function placeOf({ name, sniff }: ImportFile): number {
  const agent = sniff.records.find(
    ({ agentId, isSidechain }) => typeof agentId === "string" && isSidechain === true,
  );
  if (agent === undefined) return 0;
  return cutStem(name) === `agent-${String(agent.agentId)}` ? 1 : 2;
}
