import { expect, it } from "vitest";
import * as jobs from "@/lib/api/endpoints/jobs";
import { makeAnswers } from "./answers";

const job = () => Promise.reject<never>(new Error("nobody asks in this test"));

it("a group is answered whole, and by nothing that it does not declare", () => {
  const routes = makeAnswers(jobs, { listJobs: job, getJob: job, cancelJob: job });
  expect(Object.values(routes).map(({ endpoint }) => endpoint)).toEqual([
    jobs.listJobs,
    jobs.getJob,
    jobs.cancelJob,
  ]);
  // @ts-expect-error: `cancelJob` has no answer
  makeAnswers(jobs, { listJobs: job, getJob: job });
  // @ts-expect-error: nothing declares `makeJob`
  makeAnswers(jobs, { listJobs: job, getJob: job, cancelJob: job, makeJob: job });
});
