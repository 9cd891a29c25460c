import type { StepOf } from "@/lib/access/step-of";
import type { LostAhead, LostAnswer, LostBody } from "@/lib/api/endpoints/runtime/lost";
import type { GiveBackItem } from "@/lib/core/compaction/give-back/give-back";
import { giveBackAheadInSteps, leaveOutSaid } from "@/lib/core/compaction/give-back/give-back-ahead";
import { giveBackText } from "@/lib/core/compaction/give-back/give-back-text";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import { getTokenizer } from "@/lib/core/tokens/tokenizer";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { readRecording } from "@/lib/db/recordings/read-recording";
import { makePublicId } from "@/lib/db/session-id";
import { runInSlices } from "@/lib/db/slices";
import { runHeavyWork } from "@/lib/queries/reading/heavy-work";
import { readInProcess } from "@/lib/queries/reading/read-in-process";
import { findSession } from "@/lib/queries/reading/find-session";
import { readGiveBack } from "@/lib/queries/session/get-give-back";
import { writeReference } from "@/lib/runtime/reference";
import { readTranscript } from "./read-transcript";
import { findRequestedSession } from "./requested-session";

type LostAsked = Pick<LostBody, "summary" | "tokens">;

const lostApart = readInProcess("lost", (db, project, id, question: LostAsked) =>
  findLost({ ctx: { db, project }, input: { id, asked: question } }),
);

/**
 * What to give back after the newest compaction of a session, wherever the session is read. With a `transcript` the session need
 * not be stored yet: a hook asks before a compaction, and with the answer once more behind it.
 * @throws AppError `not_found`, `unavailable`
 */
export async function askLost({
  ctx: { db, project },
  input: body,
}: StepOf<"db" | "project", LostBody>): Promise<LostAnswer> {
  const { session: id, transcript, ahead, summary, tokens } = body;
  if (ahead !== undefined && summary !== undefined) return buildDueAnswer(ahead, { summary, tokens });
  if (transcript !== undefined) {
    const session = await findRequestedSession({ ctx: { db, project }, input: id });
    const signal = new AbortController().signal;
    const recording = await runHeavyWork(project, signal, () =>
      readTranscript({ session: session?.externalId ?? id, text: transcript }),
    );
    if (recording !== null) {
      const lostAhead = await workOutAhead(recording, session?.publicId ?? id);
      const answer = buildDueAnswer(lostAhead, { summary: summary ?? "", tokens });
      return summary === undefined ? { ...answer, ahead: cutAhead(lostAhead) } : answer;
    }
  }
  return lostApart(db, project, id, body);
}

/** The answer of a stored session; see {@link askLost}. @throws AppError `not_found` */
export async function findLost({
  ctx: { db, project },
  input: {
    id,
    asked: { summary, tokens },
  },
}: StepOf<"db" | "project", { readonly id: string; readonly asked: LostAsked }>): Promise<LostAnswer> {
  const row = await findSession(db, project, id);
  const session = makePublicId(row.sessionId);
  if (summary !== undefined) {
    const ahead = await workOutAhead(await readRecording(db, row), session);
    return buildDueAnswer(ahead, { summary, tokens });
  }
  const newest = await db.compaction.findFirst({
    where: { sessionId: row.sessionId },
    orderBy: { no: "desc" },
    select: { no: true },
  });
  if (newest === null) return { items: [], text: null, ahead: null };
  const { items, text } = await readGiveBack(db, project, id, { compaction: newest.no, tokens });
  return { items: listLostItems(items, session), text, ahead: null };
}

async function workOutAhead(recording: Recording, session: string): Promise<LostAhead> {
  const itemsAhead = await runInSlices(giveBackAheadInSteps(recording, buildPlans(recording)));
  const items = itemsAhead.map((item) => ({ ...item, used: [...item.used], saidBy: [...item.saidBy] }));
  return { session, model: recording.session.meta.model, items };
}

/** What a text has room for, so that the question behind the compaction is a small one. */
function cutAhead(ahead: LostAhead): LostAhead {
  let charsLeft = AHEAD_CHARS_MAX;
  const items = ahead.items.filter((item) => {
    const chars = JSON.stringify(item).length;
    const fits = chars <= charsLeft;
    if (fits) charsLeft -= chars;
    return fits;
  });
  return { ...ahead, items };
}

const AHEAD_CHARS_MAX = 150_000;

function buildDueAnswer(
  ahead: LostAhead,
  { summary, tokens }: { readonly summary: string; readonly tokens: number },
): LostAnswer {
  const { session, model } = ahead;
  const giveBack = { items: leaveOutSaid(ahead.items, summary) };
  const tokenizer = getTokenizer(model);
  const { text, shown } = giveBackText({ giveBack, session, tokensMax: tokens, tokenizer });
  return { items: listLostItems(shown, session), text, ahead: null };
}

function listLostItems(
  items: readonly Pick<GiveBackItem, "kind" | "text" | "block">[],
  session: string,
): LostAnswer["items"] {
  return items.map(({ kind, text, block }) => ({
    kind,
    text,
    reference: block === null ? null : writeReference({ session, block }),
  }));
}
