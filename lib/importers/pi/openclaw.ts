import type { Importer, ImportFile, ImportReport } from "../importer";
import { folderOf } from "../importer";
import { also, signs } from "../sniff";
import { titleOf } from "../titles";
import { Kinship } from "./kinship";
import { versionOf } from "./pi";
import type { SessionFile } from "./session-file";
import { eventsOf, readSessionFile } from "./session-file";
import type { RunFindings } from "./write-session";

/** A session of OpenClaw, or of pi in its later format: records form a tree, of which one branch is active. */
export const openclaw: Importer = {
  id: "openclaw",
  label: "OpenClaw or pi session (version 2 or later)",
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["type", "id", "timestamp", "version"]),
      (versionOf(sniff) ?? 1) > 1,
      "session header with a version",
    ),
  groupKey: (file) => `openclaw:${folderOf(file.name)}`,
  convert,
};

const UNSEEN = "The system prompt and the tool schemas were in the window and are not in the file.";

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  const kinship = new Kinship();
  if (files.length > 1) {
    const unheard = { warn: () => undefined };
    for (const file of files) kinship.learn(await readSessionFile(file, unheard));
  }
  for (const file of files) {
    const session = await readSessionFile(file, report);
    const parent = kinship.parentOf(session);
    const isAgent = parent !== undefined || Kinship.isAgent(session);
    const task = titleOf(Kinship.taskOf(session));
    yield* eventsOf(session, (findings) => ({
      agent: isOpenClaw(session) ? "OpenClaw" : "pi",
      ...(task !== undefined && session.title === undefined && { name: task }),
      role: isAgent ? "subagent" : "main",
      ...(parent !== undefined && { parent }),
      source: { format: "openclaw", file: file.name },
      notes: [
        UNSEEN,
        ...notesOn(session, findings, report),
        ...(isAgent && parent === undefined ? [ORPHAN] : []),
      ],
    }));
  }
}

const ORPHAN = "Another session started this agent; which one is not in its own file.";

function isOpenClaw({ reader, nodes }: SessionFile): boolean {
  const isMarked = reader.isOpenClaw || reader.mirrors + reader.gatewayReplies > 0;
  return isMarked || Kinship.isAgent({ reader }) || nodes.some(({ type }) => type === "leaf");
}

/** What a reader has to know about the windows of this session; each point is also a warning of the import. */
function* notesOn({ reader }: SessionFile, findings: RunFindings, report: ImportReport): Generator<string> {
  const points: [string, number, string][] = [
    [
      "mirrored_reply",
      reader.mirrors,
      "replies are in the file twice, because a yield ended their run; each counts once",
    ],
    [
      "gateway_reply",
      reader.gatewayReplies,
      "replies are the gateway's own; no model was called and none was shown them",
    ],
    [
      "unseen_trigger",
      findings.unseenTriggers,
      "runs were started by a notice that the file does not hold; it stood in their windows as part of what no block accounts for",
    ],
    [
      "older_state",
      findings.inferred,
      "windows are inferred: the totals show that runs which notices started while the session waited began from the state in which it yielded, not from the chain on disk",
    ],
    [
      "chain_too_large",
      findings.unexplained,
      "calls read less than the chain on disk takes up, and which records they saw cannot be told; their windows are those of the chain",
    ],
  ];
  for (const [code, count, text] of points) {
    if (count === 0) continue;
    report.warn(code, text, count);
    yield `${count} ${text}.`;
  }
}
