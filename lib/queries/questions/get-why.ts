import type { z } from "zod";
import type { getWhy as route } from "@/lib/api/endpoints/why";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Candidate, Why } from "@/lib/core/questions/why/verdict";
import { explainBlock, explainText } from "@/lib/core/questions/why/why";
import type { Database } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { readRecordedHints } from "../reading/block-hints";
import { readInProcess } from "../reading/read-in-process";
import { findRecording, turnAsked, turnRange } from "../reading/find-recording";

type Query = z.output<(typeof route)["query"]>;
export type WhyResult = z.output<(typeof route)["response"]>;

/** One verdict with its proof; see {@link getWhy}. @throws AppError `not_found`, `invalid_query` */
export async function readWhy(
  db: Database,
  project: string,
  id: string,
  { turn, block, q }: Query,
): Promise<WhyResult> {
  if ((block === undefined) === (q === undefined))
    throw new AppError("invalid_query", "name a block with `block` or a text with `q`, one of the two", [
      { path: "block", code: "one_of", message: "expected either `block` or `q`" },
    ]);
  const recording = await findRecording(db, project, id);
  const { index } = turnAsked(recording, turn);
  const why =
    block === undefined ? explainText(recording, index, q ?? "") : explainBlock(recording, index, block);
  if (why === null) throw notFound("the block");
  return describeWhy(recording, why);
}

/** One verdict with its proof, wherever it is read. @throws AppError `not_found`, `invalid_query`, `unavailable` */
export const getWhy = readInProcess("why", readWhy);

function describeWhy(recording: Recording, { outcome, subject, others, ...why }: Why): WhyResult {
  const { verdict, layer, turn: decidedAtTurn, ...proof } = outcome;
  return {
    ...why,
    ...proof,
    verdict,
    layer,
    decidedAtTurn,
    ownWords: [...why.ownWords],
    caveats: [...why.caveats],
    use: why.use === null ? null : { ...why.use, values: [...why.use.values] },
    subject: subject === null ? null : describeCandidate(recording, subject),
    others: others.map((other) => ({ ...other, candidate: describeCandidate(recording, other.candidate) })),
    ...turnRange(recording),
  };
}

function describeCandidate(recording: Recording, { block: number, ...candidate }: Candidate) {
  const block = number === null ? undefined : recording.session.blocks[number];
  return {
    ...candidate,
    inSession: block !== undefined,
    kind: block?.kind ?? null,
    name:
      block?.label ??
      (number === null || block?.toolName == null ? null : nameCall(recording, number, block.toolName)),
  };
}

/** By what was asked of it: a session has many calls of one tool. */
function nameCall(recording: Recording, block: number, tool: string): string {
  return [tool, ...readRecordedHints(recording, [block])].filter((part) => part !== "").join(" ");
}
