import type { LostAnswer, LostBody } from "@/lib/api/endpoints/runtime/lost";
import { plansOf } from "@/lib/core/evidence/plan/plans-of";
import { isOpenAt } from "@/lib/core/evidence/plan/steps/plan";
import { needResolver } from "@/lib/core/evidence/needs";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { fullText } from "@/lib/core/trace/fold/recording";
import { pairCalls } from "@/lib/core/window/call-pairs";
import type { RemovedText } from "@/lib/core/window/summary-diff";
import type { Database } from "@/lib/db/client";
import { readRecording } from "@/lib/db/recordings/read-recording";
import { publicId } from "@/lib/db/session-id";
import { heavyWork } from "@/lib/queries/reading/heavy-work";
import { readInProcess } from "@/lib/queries/reading/read-in-process";
import { findSession } from "@/lib/queries/reading/find-session";
import { lostItems, lostText, type OpenStep } from "@/lib/runtime/lost";
import { readTranscript } from "./read-transcript";
import { requestedSession } from "./requested-session";

const lostApart = readInProcess("lost", lostOf);

/**
 * What the newest compaction of a session removed and is still needed, wherever the session is read. With a `transcript`
 * the session need not be stored yet: a hook asks between a compaction and the next call.
 * @throws AppError `not_found`, `unavailable`
 */
export async function askLost(db: Database, project: string, body: LostBody): Promise<LostAnswer> {
  const { session: id, transcript, summary } = body;
  if (transcript !== undefined && summary !== undefined) {
    const session = await requestedSession(db, project, id);
    const signal = new AbortController().signal;
    const recording = await heavyWork(project, signal, () =>
      readTranscript(session?.externalId ?? id, transcript),
    );
    if (recording !== null)
      return lostIn(recording, session?.publicId ?? id, before(recording, summary), body.tokens);
  }
  return lostApart(db, project, id, body);
}

/** What the newest compaction removed; see {@link askLost}. @throws AppError `not_found` */
export async function lostOf(
  db: Database,
  project: string,
  id: string,
  body: Pick<LostBody, "summary" | "tokens">,
): Promise<LostAnswer> {
  const row = await findSession(db, project, id);
  const recording = await readRecording(db, row);
  const change = body.summary === undefined ? lastCompaction(recording) : before(recording, body.summary);
  if (change === null) return { items: [], text: null };
  return lostIn(recording, publicId(row.sessionId), change, body.tokens);
}

interface CompactedParts {
  readonly removed: readonly RemovedText[];
  readonly summary: string;
  /** What the agent asked its tools for since. */
  readonly later: string;
}

function lostIn(
  recording: Recording,
  session: string,
  change: CompactedParts,
  tokensMax: number,
): LostAnswer {
  const items = lostItems({ session, ...change, steps: openSteps(recording), tokensMax });
  return { items, text: lostText(items, tokensMax) };
}

function before(recording: Recording, summary: string): CompactedParts {
  const { residencies } = recording.session;
  const standing = residencies.flatMap(({ block, to }) => (to === null ? [block] : []));
  return { removed: textsOf(recording, standing), summary, later: "" };
}

function lastCompaction(recording: Recording): CompactedParts | null {
  const { compactions, evictions, blocks } = recording.session;
  const number = compactions.length - 1;
  const compaction = compactions[number];
  if (compaction === undefined) return null;
  const gone = evictions.filter(({ compaction: of }) => of === number).map(({ block }) => block);
  const summary = blocks[compaction.summaryBlock ?? -1];
  const text = summary === undefined ? "" : (fullText(recording, summary) ?? "");
  return { removed: textsOf(recording, gone), summary: text, later: askedSince(recording, compaction.turn) };
}

function askedSince({ session, ...recording }: Recording, turn: number): string {
  const entered = session.residencies.flatMap(({ block, since }) => (since >= turn ? [block] : []));
  return textsOf({ session, ...recording }, entered)
    .flatMap(({ kind, text }) => (kind === "tool_call" ? [text] : []))
    .join("\n");
}

function textsOf(recording: Recording, numbers: readonly number[]): RemovedText[] {
  return [...new Set(numbers)].flatMap((number) => {
    const block = recording.session.blocks[number];
    const text = block === undefined ? null : fullText(recording, block);
    return block === undefined || text === null ? [] : [{ blockId: block.id, kind: block.kind, text }];
  });
}

function openSteps(recording: Recording): OpenStep[] {
  const { session } = recording;
  const last = session.turns.at(-1)?.index ?? 0;
  const calls = pairCalls(session);
  return plansOf(recording)
    .slice(-1)
    .flatMap((plan) => {
      const resolve = needResolver(recording, calls, plan);
      return plan.steps
        .filter((step) => isOpenAt(step, last))
        .map(({ id, text, needs }) => ({
          id,
          text,
          needs: needs
            .flatMap((need) => resolve(need) ?? [])
            .flatMap((block) => session.blocks[block]?.id ?? []),
        }));
    });
}
