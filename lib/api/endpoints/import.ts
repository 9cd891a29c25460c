import { z } from "zod";
import { endpoint } from "../endpoint";

export const importReportSchema = z
  .object({
    format: z.string().describe("the id of the format; `mixed` when the files were of several"),
    sessions: z.array(
      z.object({
        id: z.string(),
        externalId: z.string(),
        parentId: z.string().nullable(),
        name: z.string().nullable(),
        role: z.string(),
        format: z.string(),
        turns: z.int(),
        toolCalls: z.int(),
      }),
    ),
    events: z.object({ accepted: z.int(), duplicates: z.int() }),
    records: z
      .object({ found: z.int(), read: z.int(), named: z.int() })
      .describe(
        "records that the files hold (lines, entries of an array or of the list that a document is made of): what was not read is named in the warnings",
      ),
    waiting: z
      .int()
      .describe("events that are stored and not readable yet, because no worker got to them; 0 as a rule"),
    warnings: z.array(z.object({ file: z.string(), code: z.string(), message: z.string(), count: z.int() })),
  })
  .meta({ id: "ImportReport" });
export type ImportReportBody = z.infer<typeof importReportSchema>;

export const postImport = endpoint({
  method: "POST",
  path: "/api/v1/import",
  summary: "Import exported sessions",
  description:
    "One file as the raw body, or a folder as multipart/form-data with `file` parts whose names keep their relative paths. A zip archive stands for the files in it. The format is recognised by content. " +
    "Importing the same file again changes nothing; importing a longer version of it adds what is new.",
  scope: "ingest",
  query: z.object({
    format: z.string().max(100).default("auto"),
    name: z
      .string()
      .max(1_000)
      .default("upload")
      .describe("what the file is called; shown, and used to tell files apart that name no session"),
    background: z
      .stringbool()
      .default(false)
      .describe(
        "whether a large import is answered with 202 and its job at once, to be read at /api/v1/jobs/{jobId}",
      ),
  }),
  body: { "application/octet-stream": null, "multipart/form-data": null },
  response: importReportSchema,
});
