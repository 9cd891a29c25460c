import type { StepOf } from "@/lib/access/step-of";
import { getDatabase } from "@/lib/db/client";
import { findReachableDatabase } from "@/lib/db/reachable";
import { isDatabaseAway, isNodeAway } from "@/lib/db/away";
import { AppError } from "@/lib/errors";
import type { ProcessAnswer, ProcessRead, AskedRead } from "@/lib/queries/reader-process/protocol";
import type { SessionRead } from "@/lib/queries/reading/read-in-process";
import { startReader } from "@/lib/queries/reading/read-in-process";

/**
 * A process that does large reads for the web process, one at a time (`lib/queries/reader-process`). It ends with its
 * parent. It loads only what it is asked for, because it starts often.
 */
type Read = SessionRead<never, unknown>;
const READS: Readonly<Record<ProcessRead, () => Promise<Read>>> = {
  audit: () => import("@/lib/queries/audit/ask-audit").then(({ auditOf }) => auditOf),
  block: () => import("@/lib/queries/turn/get-block").then(({ buildBlock }) => buildBlock),
  evictions: () => import("@/lib/queries/session/list-evictions").then(({ listEvictions }) => listEvictions),
  facts: () => import("@/lib/queries/questions/get-facts").then(({ readFacts }) => readFacts),
  "give-back": () => import("@/lib/queries/session/get-give-back").then(({ readGiveBack }) => readGiveBack),
  incident: () =>
    import("./incidents/of-session").then(({ buildIncidentOfSession }) => makeRead(buildIncidentOfSession)),
  "incident-file": () =>
    import("@/lib/queries/incidents/incident-file").then(({ buildIncidentFile }) => buildIncidentFile),
  "incident-page": () =>
    import("@/lib/queries/incidents/incident-page").then(({ readIncidentPage }) => readIncidentPage),
  compaction: () =>
    import("@/lib/queries/session/get-compaction").then(({ readCompaction }) => readCompaction),
  comparison: () => import("@/lib/queries/replays/comparison").then(({ readComparison }) => readComparison),
  lanes: () => import("@/lib/queries/session/list-lanes").then(({ readLanes }) => readLanes),
  ledger: () => import("@/lib/queries/turn/get-ledger").then(({ readLedger }) => readLedger),
  "ledger-page": () => import("@/lib/queries/turn/get-ledger").then(({ readLedgerPage }) => readLedgerPage),
  lost: () => import("./runtime/ask-lost").then(({ findLost }) => makeRead(findLost)),
  proof: () => import("@/lib/queries/findings/get-proof").then(({ readProof }) => readProof),
  recording: () => import("@/lib/queries/reading/find-recording").then(({ keepRecording }) => keepRecording),
  search: () => import("@/lib/queries/session-list/search-contents").then(({ searchAll }) => searchAll),
  turns: () => import("@/lib/queries/session/list-turns").then(({ listTurns }) => listTurns),
  window: () => import("@/lib/queries/turn/get-window").then(({ buildWindowAtTurn }) => buildWindowAtTurn),
  why: () => import("@/lib/queries/questions/get-why").then(({ readWhy }) => readWhy),
};

/** A step of a command that reads one session, as the reads of pages are asked. */
function makeRead<I>(
  step: (of: StepOf<"db" | "project", { readonly id: string; readonly asked: I }>) => Promise<unknown>,
): Read {
  return (db, project, id, asked) => step({ ctx: { db, project }, input: { id, asked } });
}

async function answerTo({ read, project, id, input, as }: AskedRead): Promise<ProcessAnswer> {
  try {
    const work = await READS[read]();
    const isOfMany = id === "";
    const db = isOfMany ? (await findReachableDatabase(getDatabase(), project)).db : getDatabase();
    const value = await work(db, project, id, input as never);
    return { value: as === "json" ? Buffer.from(JSON.stringify(value)) : value };
  } catch (error) {
    if (error instanceof AppError) {
      const { code, message, details, retryAfterS } = error;
      return { refusal: { code, message, details, retryAfterS } };
    }
    if (isDatabaseAway(error)) return { failure: isNodeAway(error) ? "node away" : "away" };
    console.error(error);
    return { failure: "unexpected" };
  }
}

startReader();
process.on("message", (asked) => void answerTo(asked as AskedRead).then((answer) => process.send?.(answer)));
process.once("disconnect", () => process.exit(0));
