import { z } from "zod";
import { endpoint } from "../endpoint";
import { importReportSchema } from "./import";

export const JOB_STATES = ["running", "done", "cancelled", "failed"] as const;

export const JOB_KINDS = ["import", "share", "audit"] as const;
export type JobKind = (typeof JOB_KINDS)[number];

export const jobSchema = z
  .object({
    id: z.string().describe("the job's id"),
    kind: z.enum(JOB_KINDS).describe("what the job does"),
    name: z
      .string()
      .describe(
        "what it is about: the file that is imported, the session that is shared, the filters of an audit",
      ),
    status: z.enum(JOB_STATES).describe("whether it runs, and how it ended"),
    createdAt: z.string().describe("when it was asked for"),
    progress: z
      .object({ done: z.int().describe("parts that are done"), of: z.int().describe("parts that there are") })
      .describe("in steps of its own, such as bytes; of 0 while that is not known"),
    error: z
      .object({
        code: z.string().describe("a stable code of the failure"),
        message: z.string().describe("what failed"),
        details: z
          .array(
            z.object({
              path: z.string().describe("the part, as a path"),
              code: z.string().describe("a stable code of the problem"),
              message: z.string().describe("what was wrong with the part"),
            }),
          )
          .describe("the problem of each part, where there are several"),
      })
      .nullable()
      .describe("why it failed"),
    report: importReportSchema.nullable().describe("of an import that is done"),
  })
  .meta({ id: "Job" });
export type JobAnswer = z.infer<typeof jobSchema>;

const jobParams = z.object({
  jobId: z.string().max(100).describe("the job's id, as the answer that started it gave it"),
});

export const listJobs = endpoint({
  method: "GET",
  path: "/api/v1/jobs",
  summary: "What workers were asked for of late, the newest first, without its results",
  description: "The newest jobs of the project. Read one job for its report.",
  scope: "ingest",
  response: z.object({
    jobs: z.array(jobSchema).describe("the jobs that run or ended lately, the newest first"),
  }),
});

export const getJob = endpoint({
  method: "GET",
  path: "/api/v1/jobs/{jobId}",
  summary: "The progress and the result of something that a worker does",
  description: "The answer has the report of an import, or the error, once the job has ended.",
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
