import { z } from "zod";

export const sessionParams = z.object({
  id: z.string().describe("the session's id, as `ses_…`, or the id that its sender gave it"),
});

export const declareNumberParam = (max: number) => z.coerce.number().int().min(0).max(max);

export const turnParam = z.coerce.number().int().min(0).max(10_000_000);

export const QUESTION_CHARS_MAX = 2_000;
