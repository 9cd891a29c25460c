import type { z } from "zod";
import type { getProof as route } from "@/lib/api/endpoints/verdicts";
import { Checker } from "@/lib/core/proof/checker";
import type { Claim } from "@/lib/core/proof/claim";
import { ClaimPlaces } from "@/lib/core/proof/place";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Database } from "@/lib/db/client";
import { findingCodec } from "@/lib/db/derived/finding-rows";
import { makePublicId } from "@/lib/db/session-id";
import { notFound } from "@/lib/errors";
import { makeClaimHref } from "@/lib/view/findings/claims";
import { makeSentences } from "./claim-sentences";
import { findRecording } from "../reading/find-recording";
import { findSession } from "../reading/find-session";
import { readInProcess } from "../reading/read-in-process";

export type FindingProof = z.output<(typeof route)["response"]>;

/** Decides the claims of a stored finding anew, from the event log. See {@link getProof}. */
export async function readProof(
  db: Database,
  project: string,
  id: string,
  finding: string,
): Promise<FindingProof> {
  const { sessionId } = await findSession(db, project, id);
  const row = await db.finding.findFirst({ where: { sessionId, id: finding } });
  if (row === null) throw notFound("the finding");
  const { claims } = findingCodec.fromRow(row);
  return checkAgain(makePublicId(sessionId), await findRecording(db, project, id), claims);
}

/** @param sessionId the session's id in the addresses of the places */
export function checkAgain(sessionId: string, recording: Recording, claims: readonly Claim[]): FindingProof {
  const checker = new Checker(recording);
  checker.prepare(claims);
  const places = new ClaimPlaces(recording);
  const wordsOf = makeSentences(recording);
  const checked = claims.map((claim) => {
    const place = places.of(claim);
    const { turn, block, span } = place;
    return {
      is: claim.is,
      holds: checker.check(claim),
      words: wordsOf(claim),
      ...{ turn, block, span },
      href: makeClaimHref(sessionId, claim, place),
    };
  });
  return { holds: combineAnswers(checked.map(({ holds }) => holds)), claims: checked };
}

function combineAnswers(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(false)) return false;
  return answers.length === 0 || answers.includes(null) ? null : true;
}

/** The claims of all stored findings of a session. */
export async function readStoredClaims(db: Database, project: string, id: string) {
  const { sessionId } = await findSession(db, project, id);
  const rows = await db.finding.findMany({ where: { sessionId }, orderBy: { no: "asc" } });
  return rows.map(findingCodec.fromRow).map(({ code, from, claims }) => ({ code, from, claims }));
}

/**
 * A large session is read by another process.
 * @throws AppError `not_found`
 */
export const getProof = readInProcess("proof", readProof);
