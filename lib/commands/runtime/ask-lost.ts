import type { StepOf } from "@/lib/access/step-of";
import type { LostAnswer, LostBody } from "@/lib/api/endpoints/runtime/lost";
import { findFatesUnder } from "@/lib/core/compaction/give-back/fates-under";
import type { GiveBackItem } from "@/lib/core/compaction/give-back/give-back";
import { giveBackInSteps } from "@/lib/core/compaction/give-back/give-back";
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

const lostApart = readInProcess("lost", (db, project, id, asked: LostAsked) =>
  findLost({ ctx: { db, project }, input: { id, asked } }),
);

/**
 * What to give back after the newest compaction of a session, wherever the session is read. With a `transcript` the session need
 * not be stored yet: a hook asks between a compaction and the next call.
 * @throws AppError `not_found`, `unavailable`
 */
export async function askLost({
  ctx: { db, project },
  input: body,
}: StepOf<"db" | "project", LostBody>): Promise<LostAnswer> {
  const { session: id, transcript, summary, tokens } = body;
  if (transcript !== undefined && summary !== undefined) {
    const session = await findRequestedSession({ ctx: { db, project }, input: id });
    const signal = new AbortController().signal;
    const recording = await runHeavyWork(project, signal, () =>
      readTranscript({ session: session?.externalId ?? id, text: transcript }),
    );
    if (recording !== null)
      return buildDueAnswer(recording, { session: session?.publicId ?? id, summary, tokens });
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
  if (summary !== undefined)
    return buildDueAnswer(await readRecording(db, row), { session, summary, tokens });
  const newest = await db.compaction.findFirst({
    where: { sessionId: row.sessionId },
    orderBy: { no: "desc" },
    select: { no: true },
  });
  if (newest === null) return { items: [], text: null };
  const { items, text } = await readGiveBack(db, project, id, { compaction: newest.no, tokens });
  return { items: listLostItems(items, session), text };
}

interface Due {
  readonly session: string;
  /** What is about to take the place of the newest window. */
  readonly summary: string;
  readonly tokens: number;
}

async function buildDueAnswer(recording: Recording, { session, summary, tokens }: Due): Promise<LostAnswer> {
  const plans = buildPlans(recording);
  const due = await runInSlices(findFatesUnder(recording, plans, summary));
  const giveBack = await runInSlices(giveBackInSteps({ recording, plans, ...due, wanted: [] }));
  const tokenizer = getTokenizer(recording.session.meta.model);
  const { text, shown } = giveBackText({ giveBack, session, tokensMax: tokens, tokenizer });
  return { items: listLostItems(shown, session), text };
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
