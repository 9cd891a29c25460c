import { z } from "zod";
import { endpoint } from "../endpoint";
import { importReportSchema } from "./import";

export const JOB_STATES = ["running", "done", "cancelled", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

export const JOB_KINDS = ["import", "share", "audit"] as const;
export type JobKind = (typeof JOB_KINDS)[number];

export const jobSchema = z
  .object({
    id: z.string(),
    kind: z.enum(JOB_KINDS),
    name: z
      .string()
      .describe(
        "what it is about: the file that is imported, the session that is shared, the filters of an audit",
      ),
    status: z.enum(JOB_STATES),
    createdAt: z.string(),
    progress: z
      .object({ done: z.int(), of: z.int() })
      .describe("in steps of its own, such as bytes; of 0 while that is not known"),
    error: z
      .object({
        code: z.string(),
        message: z.string(),
        details: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
      })
      .nullable()
      .describe("why it failed"),
    report: importReportSchema.nullable().describe("of an import that is done"),
  })
  .meta({ id: "Job" });
export type JobAnswer = z.infer<typeof jobSchema>;

const jobParams = z.object({ jobId: z.string().max(100) });

export const listJobs = endpoint({
  method: "GET",
  path: "/api/v1/jobs",
  summary: "What workers were asked for of late, the newest first, without its results",
  scope: "ingest",
  response: z.object({ jobs: z.array(jobSchema) }),
});

export const getJob = endpoint({
  method: "GET",
  path: "/api/v1/jobs/{jobId}",
  summary: "How far something is that a worker does, and what came of it",
  scope: "ingest",
  params: jobParams,
  response: jobSchema,
});

export const cancelJob = endpoint({
  method: "DELETE",
  path: "/api/v1/jobs/{jobId}",
  summary: "Stop what a worker does",
  description: "What is done already stays. A job that is not running is left as it is.",
  scope: "ingest",
  params: jobParams,
  response: jobSchema,
});
