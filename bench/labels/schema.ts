import { z } from "zod";

/** One side of the real sessions: rules are made while looking at `work`, and measured once on `held`. */
export const halfSchema = z.enum(["work", "held"]);

const turnsSchema = z.tuple([z.int().min(0), z.int().min(0)]);

/** What a person saw go wrong, written before the product's answer was looked at. */
const failureSchema = z.strictObject({
  what: z.string().min(1).max(400),
  /** The code of the finding that should tell it; none where no rule is meant to. */
  code: z.string().optional(),
  /** First and last turn from 0, as findings count them. */
  turns: turnsSchema.optional(),
  /** First and last line of the raw file from 1, or record of a file that is one JSON document. */
  lines: turnsSchema.optional(),
  /** It can be read from calls, results and windows alone, without understanding prose. */
  structural: z.boolean(),
});

const verdictSchema = z.strictObject({
  code: z.string(),
  claim: z.string().min(1).max(300),
  /** The first turn of the finding, from 0. */
  turn: z.int().min(0),
  /** Eight signs of the hash of the finding's sentence, as `--list` prints them. */
  mark: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .optional(),
  /** Its session, where a file holds several. */
  session: z.string().optional(),
  verdict: z.enum(["true", "false", "not useful"]),
});

/** One real session of a public repository: where it is and what people said of it, never its text. */
export const labelSchema = z.strictObject({
  repo: z.string().regex(/^[^/\s]+\/[^/\s]+$/),
  path: z.string().min(1),
  commit: z.string().regex(/^[0-9a-f]{7,40}$/),
  format: z.string().min(1),
  half: halfSchema,
  /** A file or folder below the folder of its half: `codex/name.jsonl`. */
  file: z.string().min(1),
  read: z.enum(["whole", "parts"]),
  notes: z.string().max(600).optional(),
  failures: z.array(failureSchema),
  verdicts: z.array(verdictSchema),
});

export type Label = z.infer<typeof labelSchema>;
export type Half = z.infer<typeof halfSchema>;
export type HumanVerdict = Label["verdicts"][number];
