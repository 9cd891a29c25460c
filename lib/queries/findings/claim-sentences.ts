import { nameOfBlock } from "@/lib/core/findings/rule/subject";
import type { Claim } from "@/lib/core/proof/claim";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { describeClaim } from "@/lib/view/findings/claims";

/** Claims of a session in sentences that name its blocks. */
export function makeSentences(recording: Recording): (claim: Claim) => string {
  const { session } = recording;
  const numbers = new Map(session.blocks.map(({ id }, number) => [id, number]));
  return (claim) => describeClaim(claim, (id) => nameOfBlock({ session, recording }, numbers.get(id) ?? -1));
}
