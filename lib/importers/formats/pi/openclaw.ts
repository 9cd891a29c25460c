import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { findFileFolder } from "../../reading/importer";
import { also, signs } from "../../reading/sniff";
import { titleOf } from "../../shared/titles";
import { isAgent, SpawnTree, findTask } from "./spawn-tree";
import { findVersion } from "./pi";
import type { PiSessionFile } from "./session-file";
import { writeEvents, readSessionFile } from "./session-file";
import type { RunFindings } from "./write-session";
import { makeUnheardReport } from "../../reading/report";

/** A session of OpenClaw, or of pi in its later format. Records form a tree with one active branch. */
export const openclaw: Importer = {
  id: "openclaw",
  label: "OpenClaw or pi session (version 2 or later)",
  checked: { on: "2026-11-29", against: "inspect_scout 6606bc5d, sessions of OpenClaw" },
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["type", "id", "timestamp"]),
      (findVersion(sniff) ?? 1) > 1,
      "session header with a version",
    ),
  groupKey: (file) => `openclaw:${findFileFolder(file.name)}`,
  convert,
};

const UNSEEN = "The system prompt and the tool schemas were in the window and are not in the file.";

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  const spawns = new SpawnTree();
  if (files.length > 1) {
    for (const file of files) spawns.learn(await readSessionFile(file, makeUnheardReport()));
  }
  for (const file of files) {
    const session = await readSessionFile(file, report);
    const spawn = spawns.spawnOf(session);
    const wasStarted = spawn !== undefined || isAgent(session);
    const name = titleOf(session.title ?? spawn?.label ?? findTask(session));
    yield* writeEvents(session, (findings) => ({
      agent: isOpenClaw(session, file.name) ? "OpenClaw" : "pi",
      ...(name !== undefined && { name }),
      role: wasStarted ? "subagent" : "main",
      ...(spawn !== undefined && { parent: spawn.parent }),
      source: { format: "openclaw", file: file.name },
      notes: [
        UNSEEN,
        ...describeNotes(session, findings, report),
        ...(wasStarted && spawn === undefined ? [ORPHAN] : []),
      ],
    }));
  }
}

const OWN_FOLDER = /(^|[\\/])\.openclaw([\\/]|$)/;

const ORPHAN = "Another session started this agent; which one is not in its own file.";

/** Whether OpenClaw wrote the file: by records that only it writes, or because the agent worked, or the file lies, in its folder. */
function isOpenClaw({ header, reader, nodes }: PiSessionFile, file: string): boolean {
  if ([header.cwd ?? "", file].some((path) => OWN_FOLDER.test(path))) return true;
  const isMarked = reader.isOpenClaw || reader.mirrors + reader.gatewayReplies > 0;
  return isMarked || isAgent({ reader }) || nodes.some(({ type }) => type === "leaf");
}

function* describeNotes(
  { reader }: PiSessionFile,
  findings: RunFindings,
  report: ImportReport,
): Generator<string> {
  const points: [code: string, count: number, text: string][] = [
    ["mirrored_reply", reader.mirrors, "Duplicate replies, merged"],
    ["gateway_reply", reader.gatewayReplies, "Replies of the gateway itself, without a model call"],
    ["unseen_trigger", findings.unseenTriggers, "Runs started by a notice that is not in the file"],
    [
      "older_state",
      findings.inferred,
      "Inferred windows: their totals show that the run began where the session had yielded",
    ],
    [
      "chain_too_large",
      findings.unexplained,
      "Windows larger than what the call read: the file does not show what was left out",
    ],
  ];
  for (const [code, count, text] of points) {
    if (count === 0) continue;
    report.warn(code, text, count);
    yield `${text} (${count}).`;
  }
}
