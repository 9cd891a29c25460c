import type { z } from "zod";
import type { getCompaction as route } from "@/lib/api/endpoints/compactions";
import type { StoredCard } from "@/lib/api/schemas/compaction";
import { cutCardSchema } from "@/lib/api/schemas/compaction";
import { shortenText } from "@/lib/core/compaction/card";
import type { Cut } from "@/lib/core/compaction/cuts";
import { findCuts, numberCuts } from "@/lib/core/compaction/cuts";
import { FATES } from "@/lib/core/compaction/kinds";
import type { ValueFate } from "@/lib/core/compaction/count-fates";
import { Survivals } from "@/lib/core/compaction/survival";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { readFullText } from "@/lib/core/trace/fold/recording";
import type { TurnIndex } from "@/lib/core/units";
import type { ResidencyIndex } from "@/lib/core/window/residency-index";
import { indexResidencies } from "@/lib/core/window/residency-index";
import type { Database } from "@/lib/db/client";
import { readRecording } from "@/lib/db/recordings/read-recording";
import { runInSlices } from "@/lib/db/slices";
import { notFound } from "@/lib/errors";
import { findSession } from "../reading/find-session";
import { answerInProcess } from "../reading/read-in-process";

type Answer = z.output<(typeof route)["response"]>;
type Query = z.output<(typeof route)["query"]> & { readonly compaction: number };

const SUMMARY_CHARS_SHOWN = 200_000;

/** What became of every value that stood before a cut. @throws AppError `not_found` */
export async function readCompaction(
  db: Database,
  project: string,
  id: string,
  { compaction: no, kind, fate, offset, limit }: Query,
): Promise<Answer> {
  const row = await findSession(db, project, id);
  const recording = await readRecording(db, row);
  const cut = numberCuts(findCuts(recording.session)).get(no);
  if (cut === undefined) throw notFound(`compaction ${no}`);
  const survivals = await runInSlices(Survivals.inSteps(recording, buildPlans(recording)));
  const stored = await db.cutCard.findFirst({ where: { sessionId: row.sessionId, no } });
  const wantedTurns = indexWantedTurns(cutCardSchema.safeParse(stored?.body).data ?? null);
  const fates = (survivals === null ? [] : (await runInSlices(survivals.atInSteps(cut))).fates).filter(
    (valueFate) =>
      (kind === undefined || valueFate.value.kind === kind) &&
      (fate === undefined || valueFate.fate === fate),
  );
  const standing = indexResidencies(recording.session);
  const shownFates = fates
    .map((valueFate) => describeFate(recording, standing, valueFate, wantedTurns, cut))
    .toSorted((a, b) => rankOf(b) - rankOf(a));
  return {
    no,
    turn: cut.turn,
    summary: describeSummary(recording, cut),
    values: shownFates.slice(offset, offset + limit),
    total: shownFates.length,
  };
}

/** {@link readCompaction} for its route. A large session is read by another process. @throws AppError `not_found`, `unavailable` */
export const answerCompaction = answerInProcess("compaction", readCompaction);

type Shown = Answer["values"][number];

/** The first turn that wanted each value, by its kind and its shown text. */
function indexWantedTurns(card: StoredCard | null): ReadonlyMap<string, TurnIndex> {
  const turns = new Map<string, TurnIndex>();
  for (const { kind, text, turn } of card?.wanted ?? []) {
    const name = `${kind === "source" ? "path" : kind} ${text}`;
    if (!turns.has(name)) turns.set(name, turn);
  }
  return turns;
}

function describeFate(
  { session }: Recording,
  standing: ResidencyIndex,
  { value, fate, partly, block }: ValueFate,
  wantedTurns: ReadonlyMap<string, TurnIndex>,
  { turn }: Cut,
): Shown {
  const facts = session.blocks[block ?? -1];
  const text = shortenText(value.text);
  return {
    kind: value.kind,
    text,
    fate,
    partly,
    blockId: facts?.id ?? null,
    turn: block === null ? null : (standing.findLatest(block, turn)?.since ?? facts?.createdTurn ?? null),
    wantedTurn: wantedTurns.get(`${value.kind} ${text}`) ?? null,
  };
}

/** What was wanted again first, then what is lost, and what the summary says last. */
function rankOf({ fate, wantedTurn }: Shown): number {
  return FATES.indexOf(fate) + (wantedTurn === null ? 0 : FATES.length);
}

function describeSummary(recording: Recording, { summary }: Cut): Answer["summary"] {
  const block = recording.session.blocks[summary ?? -1];
  const text = block === undefined ? null : readFullText(recording, block);
  if (block === undefined || text === null || text.trim() === "") return null;
  return {
    blockId: block.id,
    text: text.slice(0, SUMMARY_CHARS_SHOWN).toWellFormed(),
    totalChars: text.length,
  };
}
