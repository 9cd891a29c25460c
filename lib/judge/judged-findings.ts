import { z } from "zod";
import type { Queryable } from "@/lib/db/client";
import {
  type AccusingAnswer,
  accusingAnswers,
  type JudgedRow,
  replaceJudged,
} from "@/lib/db/derived/judged-findings";

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
  await replaceJudged(tx, session, (await accusingAnswers(tx, session)).map(findingRow));
}

/** The finding of an answer. */
export function judgedId(hash: string): string {
  return `judged-${hash}`;
}

/** The code of a question's findings. */
export function judgedCode(question: string): string {
  return `judged.${question.replaceAll("-", "_")}`;
}

function findingRow({
  hash,
  question,
  turn,
  severity,
  sentence,
  quotes: written,
}: AccusingAnswer): JudgedRow {
  const quotes = quotesColumn.parse(written);
  const turns = [turn, ...quotes.map((one) => one.turn)];
  const [first] = quotes;
  return {
    id: judgedId(hash),
    code: judgedCode(question),
    severity,
    fromTurn: Math.min(...turns),
    toTurn: Math.max(...turns),
    body: {
      blocks: [...new Set(quotes.map(({ block }) => block))],
      numbers: {},
      sentence,
      advice: ADVICE,
      proof:
        first === undefined
          ? { view: "overview", turn }
          : { view: "block", turn: first.turn, block: first.block, value: first.quote },
      claims: [],
    },
  };
}
