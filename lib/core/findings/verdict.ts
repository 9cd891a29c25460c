import { z } from "zod";
import { STANDINGS } from "./rule/finding";
import { NOTE_CHARS_MAX, FINDING_VERDICTS } from "./counted";

const WHO_CHARS_MAX = 320;
const ID_CHARS_MAX = 80;

export const verdictShape = {
  verdict: z.enum(FINDING_VERDICTS).describe("what somebody said of the finding"),
  note: z.string().max(NOTE_CHARS_MAX).describe("why, in their words; empty for none"),
  who: z.string().max(WHO_CHARS_MAX).describe("who said it"),
  at: z.iso.datetime({ offset: true }).describe("when"),
};

/** A verdict with what it is about, as a session's export has it in a line of its own. */
export const verdictLineSchema = z.strictObject({
  type: z.literal("finding.verdict"),
  session: z.string().min(1).max(512).describe("the id that the session's sender gave it"),
  finding: z.string().min(1).max(ID_CHARS_MAX).describe("id of the finding"),
  code: z.string().min(1).max(ID_CHARS_MAX).describe("the finding's code"),
  standing: z.enum(STANDINGS).describe("how the finding stood when the verdict was given"),
  ...verdictShape,
});
export type VerdictLine = z.output<typeof verdictLineSchema>;
