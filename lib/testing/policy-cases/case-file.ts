import { z } from "zod";

/** One case: an input in the shape of its family, and what the owner's implementation made of it. */
export const policyCase = z.object({
  id: z.string(),
  policy: z.string(),
  note: z.string().optional(),
  input: z.record(z.string(), z.unknown()),
  expected: z.record(z.string(), z.unknown()),
});
export type PolicyCase = z.infer<typeof policyCase>;

/** A file of cases; each is read by itself, so that one that is none does not hide the others. */
export const caseFile = z.object({ cases: z.array(z.unknown()) });

/** Repeated text `{rep:[s,n]}`, numbered lines `{lines:[fmt,n]}` counted from 1, several of these in a row, or the text itself. */
export type TextSpec =
  | string
  | { readonly rep: readonly [string, number] }
  | { readonly lines: readonly [string, number] }
  | readonly TextSpec[];

const textSpecSchema: z.ZodType<TextSpec> = z.lazy(() =>
  z.union([
    z.string(),
    z.object({ rep: z.tuple([z.string(), z.number()]) }),
    z.object({ lines: z.tuple([z.string(), z.number()]) }),
    z.array(textSpecSchema),
  ]),
);

/** A text given by its recipe, written out. */
export const caseText = textSpecSchema.transform(expandText);

/** Writes a text out. */
export function expandText(spec: TextSpec): string {
  if (typeof spec === "string") return spec;
  if ("rep" in spec) return spec.rep[0].repeat(spec.rep[1]);
  if ("lines" in spec) return numberedLines(...spec.lines);
  return spec.map(expandText).join("");
}

function numberedLines(format: string, count: number): string {
  return Array.from({ length: count }, (_, i) => format.replaceAll("%d", String(i + 1))).join("\n");
}
