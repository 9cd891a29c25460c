import type { z } from "zod";
import type { getGiveBack as route } from "@/lib/api/endpoints/compactions";
import { cutCardSchema } from "@/lib/api/schemas/compaction";
import { findCuts, numberCuts } from "@/lib/core/compaction/cuts";
import { giveBackInSteps } from "@/lib/core/compaction/give-back/give-back";
import { measureGiveBack } from "@/lib/core/compaction/give-back/give-back-effect";
import { giveBackText } from "@/lib/core/compaction/give-back/give-back-text";
import { Survivals } from "@/lib/core/compaction/survival";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import { getTokenizer } from "@/lib/core/tokens/tokenizer";
import type { Database } from "@/lib/db/client";
import { readRecording } from "@/lib/db/recordings/read-recording";
import { makePublicId } from "@/lib/db/session-id";
import { runInSlices } from "@/lib/db/slices";
import { notFound } from "@/lib/errors";
import { findSession } from "../reading/find-session";
import { answerInProcess, readInProcess } from "../reading/read-in-process";

type Answer = z.output<(typeof route)["response"]>;
type Query = z.output<(typeof route)["query"]> & { readonly compaction: number };

/** What to give back after a cut, and what it would have done. @throws AppError `not_found` */
export async function readGiveBack(
  db: Database,
  project: string,
  id: string,
  { compaction: no, tokens }: Query,
): Promise<Answer> {
  const row = await findSession(db, project, id);
  const recording = await readRecording(db, row);
  const cut = numberCuts(findCuts(recording.session)).get(no);
  if (cut === undefined) throw notFound(`compaction ${no}`);
  const plans = buildPlans(recording);
  const survivals = await runInSlices(Survivals.inSteps(recording, plans));
  const stored = await db.cutCard.findFirst({ where: { sessionId: row.sessionId, no } });
  const wanted = cutCardSchema.safeParse(stored?.body).data?.wanted ?? [];
  const giveBack =
    survivals === null
      ? { items: [], fromOutside: 0 }
      : await runInSlices(
          giveBackInSteps({
            recording,
            plans,
            table: survivals.table,
            fates: (await runInSlices(survivals.atInSteps(cut))).fates,
            before: cut.before ?? 0,
            left: new Set(cut.evictions.map(({ block }) => block)),
            wanted,
          }),
        );
  const session = makePublicId(row.sessionId);
  const tokenizer = getTokenizer(recording.session.meta.model);
  const made = giveBackText({ giveBack, session, tokensMax: tokens, tokenizer });
  const hasTurns = recording.session.turns.some(({ index }) => index >= cut.turn);
  return {
    no,
    turn: cut.turn,
    text: made.text,
    tokens: made.tokens,
    items: [...made.shown].map((item) => ({ ...item, used: [...item.used] })),
    left: giveBack.items.length - made.shown.length,
    fromOutside: giveBack.fromOutside,
    effect:
      made.text === null || !hasTurns
        ? null
        : describeEffect(
            measureGiveBack({
              recording,
              cut,
              text: made.text,
              tokens: made.tokens,
              fetched: wanted.filter(({ how }) => how === "fetched"),
            }),
          ),
  };
}

function describeEffect(effect: ReturnType<typeof measureGiveBack>): Answer["effect"] {
  return { ...effect, spared: [...effect.spared] };
}

/** {@link readGiveBack} for its route. A large session is read by another process. @throws AppError `not_found`, `unavailable` */
export const answerGiveBack = answerInProcess("give-back", readGiveBack);

/** The same for a caller in this process. @throws AppError `not_found`, `unavailable` */
export const askGiveBack = readInProcess("give-back", readGiveBack);
