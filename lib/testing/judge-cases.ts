import { readFileSync } from "node:fs";
import { z } from "zod";
import type { JudgeCandidate, Question } from "@/lib/judge/question";
import type { JudgedText } from "@/lib/judge/scene/judged-text";

const caseSchema = z.strictObject({
  /** Nothing is wrong, something is, or it nearly is. */
  is: z.enum(["right", "wrong", "near"]),
  name: z.string(),
  expect: z.string(),
  /** Open steps of a plan. */
  open: z.number().optional(),
  /** The id of the event with the decisive mistake. */
  culprit: z.string().optional(),
  /** Role, words, and who says them. */
  texts: z.array(z.tuple([z.string(), z.string()]).rest(z.string())).min(1),
});
export type LabelledCase = z.output<typeof caseSchema>;

export function casesOf({ id }: Question): LabelledCase[] {
  return z.array(caseSchema).parse(JSON.parse(readFileSync(`lib/judge/questions/${id}/cases.json`, "utf8")));
}

/** A case as it would be asked. Texts of a role are numbered like those of a session. */
export function candidateOf({ texts }: Pick<LabelledCase, "texts">): JudgeCandidate {
  const numbers = new Map<string, number>();
  const judged = texts.map(([role, text, label = role], turn): JudgedText => {
    const letter = role.charAt(0).toUpperCase();
    const number = (numbers.get(letter) ?? 0) + 1;
    numbers.set(letter, number);
    const id = `${letter}${number}`;
    return { id, role, label, block: id, turn, text };
  });
  return { turn: judged.length - 1, texts: judged };
}
