import { z } from "zod";
import { FINDING_FACTS } from "@/lib/core/findings/rule/finding-facts";
import { makeTeller } from "@/lib/core/trace/fact";
import type { Queryable } from "@/lib/db/client";
import {
  type AccusingAnswer,
  readAccusingAnswers,
  type FindingOfJudge,
  replaceJudged,
} from "@/lib/db/derived/judged-findings";
import { SEVERITY } from "@/lib/db/derived/codes";
import { flattenProof } from "@/lib/db/derived/finding-rows";

const tellFacts = makeTeller(FINDING_FACTS);

export const quotesColumn = z
  .array(
    z.object({
      text: z.string(),
      role: z.string(),
      block: z.string(),
      turn: z.int(),
      quote: z.string(),
      start: z.int(),
    }),
  )
  .catch([]);

const ADVICE = "A language model judged this: read the quoted words before you believe it.";

/**
 * Makes findings of the answers that accuse. An analysis writes its findings anew, and the judge its answers: both end
 * with this. Call it in a transaction with the session's analysis locked.
 */
export async function writeJudgedFindings(tx: Queryable, session: string): Promise<void> {
  await replaceJudged(tx, session, (await readAccusingAnswers(tx, session)).map(makeJudgedFinding));
}

/** The finding of an answer. */
export function makeJudgedId(hash: string): string {
  return `judged-${hash}`;
}

/** The code of a question's findings. */
export function makeJudgedCode(question: string): string {
  return `judged.${question.replaceAll("-", "_")}`;
}

function makeJudgedFinding({
  hash,
  question,
  turn,
  severity,
  sentence,
  quotes: written,
}: AccusingAnswer): FindingOfJudge {
  const quotes = quotesColumn.parse(written);
  const turns = [turn, ...quotes.map((one) => one.turn)];
  const [first] = quotes;
  return {
    id: makeJudgedId(hash),
    code: makeJudgedCode(question),
    severity: SEVERITY.word(severity),
    from: Math.min(...turns),
    to: Math.max(...turns),
    ...tellFacts({
      blocks: [...new Set(quotes.map(({ block }) => block))],
      numbers: {},
      sentence,
      advice: ADVICE,
    }),
    proof: flattenProof(
      first === undefined
        ? { view: "overview", turn }
        : { view: "block", turn: first.turn, block: first.block, value: first.quote },
    ),
  };
}
