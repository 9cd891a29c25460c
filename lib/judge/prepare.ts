import type { JudgeCandidate, Question } from "./question";
import type { JudgedText } from "./scene/judged-text";
import type { JudgeScene } from "./scene/scene";

/** Secrets are masked in the whole text first, so a cut never goes through one. */
export const CUT_MARK = "[the rest is cut off]";

/** Masks secrets in texts; the answer has them in the same order. */
export type MaskTexts = (texts: readonly string[]) => Promise<readonly string[]>;

export interface PreparedQuestion {
  readonly question: Question;
  readonly candidate: JudgeCandidate;
}

/** Most questions that one session gives. What is first in the list of questions comes first. */
export const QUESTIONS_PER_SESSION_MAX = 24;

/** Characters of a question's texts together; one text gets its share at least. */
const CHARS_MAX = 36_000;
const TEXT_CHARS_MIN = 400;
/** Read of one text, so that a value is masked as a whole before the text is cut. */
const MASKED_CHARS_MAX = 60_000;

/** The questions of a session, ready to be asked: chosen, masked together, and cut to a bounded size. */
export async function prepareQuestions(
  questions: readonly Question[],
  scene: JudgeScene,
  mask: MaskTexts,
): Promise<PreparedQuestion[]> {
  const chosen = questions
    .flatMap((question) => question.candidates(scene).map((candidate) => ({ question, candidate })))
    .filter(({ candidate }) => candidate.texts.length > 0)
    .slice(0, QUESTIONS_PER_SESSION_MAX);
  const raw = [...new Set(chosen.flatMap(({ candidate }) => candidate.texts.map(readOf)))];
  const masked = await mask(raw);
  const maskedBy = new Map(raw.map((text, i) => [text, masked[i] ?? ""]));
  return chosen.map(({ question, candidate: { turn, texts } }) => ({
    question,
    candidate: {
      turn,
      texts: fitTexts(texts.map((one) => ({ ...one, text: maskedBy.get(readOf(one)) ?? "" }))),
    },
  }));
}

function readOf({ text }: JudgedText): string {
  return text.slice(0, MASKED_CHARS_MAX);
}

/** Long texts give way to short ones: each gets the same most, as large as the whole allows. */
export function fitTexts(texts: readonly JudgedText[]): JudgedText[] {
  let left = CHARS_MAX;
  const sizes = texts.map(({ text }) => text.length).sort((a, b) => a - b);
  let most = CHARS_MAX;
  for (const [i, size] of sizes.entries()) {
    most = Math.max(TEXT_CHARS_MIN, Math.floor(left / (sizes.length - i)));
    if (size > most) break;
    left -= size;
  }
  return texts.map((one) =>
    one.text.length <= most ? one : { ...one, text: `${one.text.slice(0, most)}\n${CUT_MARK}` },
  );
}
