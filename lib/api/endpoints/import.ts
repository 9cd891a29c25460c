import { z } from "zod";
import { endpoint } from "../endpoint";

export const importReportSchema = z
  .object({
    format: z.string().describe("the id of the format; `mixed` when the files were of several"),
    sessions: z
      .array(
        z.object({
          id: z.string().describe("the session's id, as `ses_…`"),
          externalId: z.string().describe("the id that the file gives it"),
          parentId: z.string().nullable().describe("id of the session that started it; null where none did"),
          name: z.string().nullable().describe("the session's name; null where the file has none"),
          role: z.string().describe("whether it is an agent's session, a sub-agent's or a side call"),
          format: z.string().describe("the format that the file was recognised as"),
          turns: z.int().nullable().describe("turns of the session; null while they are being worked out"),
          toolCalls: z
            .int()
            .nullable()
            .describe("tool calls of the session; null while they are being worked out"),
        }),
      )
      .describe("the sessions that the files hold"),
    events: z
      .object({
        accepted: z.int().describe("events that were new"),
        duplicates: z.int().describe("events that were stored before"),
      })
      .describe("what became of the events in the files"),
    records: z
      .object({
        found: z.int().describe("records in the files"),
        read: z.int().describe("records that became events"),
        named: z.int().describe("records of a known kind that say nothing of a window"),
      })
      .describe(
        "records that the files hold (lines, entries of an array or of the list that a document is made of): what was not read is named in the warnings",
      ),
    waiting: z
      .int()
      .describe("events that are stored and not readable yet, because no worker got to them; 0 as a rule"),
    warnings: z
      .array(
        z.object({
          file: z.string().describe("the file's name"),
          code: z.string().describe("a stable code of the problem"),
          message: z.string().describe("what could not be read, and what follows from that"),
          count: z.int().describe("how often"),
        }),
      )
      .describe("what could not be read, by file"),
  })
  .meta({ id: "ImportReport" });
export type ImportReportBody = z.infer<typeof importReportSchema>;

/** What an import stored, without what is read of the sessions later. */
export const storedImportSchema = importReportSchema
  .pick({ format: true, events: true, records: true, warnings: true })
  .extend({ sessions: z.array(z.object({ externalId: z.string(), format: z.string() })) });
export type StoredImport = z.output<typeof storedImportSchema>;

export const postImport = endpoint({
  method: "POST",
  path: "/api/v1/import",
  summary: "Import exported sessions",
  description:
    "One file as the raw body, or a folder as multipart/form-data with `file` parts whose names keep their relative paths. A zip archive is read as the files in it. The format is recognised by content. " +
    "Importing the same file again changes nothing; importing a longer version of it adds what is new.",
  scope: "ingest",
  query: z.object({
    format: z
      .string()
      .max(100)
      .default("auto")
      .describe("the format of the files; `auto` goes by their content"),
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
