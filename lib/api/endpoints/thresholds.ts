import { z } from "zod";
import { findingSettingsSchema } from "@/lib/core/findings/rule/settings";
import { endpoint } from "../endpoint";

export const thresholdsSchema = z
  .strictObject(findingSettingsSchema.unwrap().shape)
  .meta({ id: "Thresholds" });
export type Thresholds = z.output<typeof thresholdsSchema>;

export const OUTDATED_MAX = 10_000;

const thresholdsResult = z.object({
  thresholds: thresholdsSchema.describe("the thresholds that hold"),
  outdated: z
    .int()
    .describe(
      `sessions whose findings are from earlier thresholds and are being computed again; ${OUTDATED_MAX} means that many or more`,
    ),
});
export type ThresholdsResult = z.output<typeof thresholdsResult>;

export const getThresholds = endpoint({
  method: "GET",
  path: "/api/v1/thresholds",
  summary: "The thresholds of the project's findings",
  description: "None of them claims to know the size at which a model begins to fail: that is a gradient.",
  scope: "manage",
  response: thresholdsResult,
});

export const setThresholds = endpoint({
  method: "PUT",
  path: "/api/v1/thresholds",
  summary: "Set the thresholds of the project's findings",
  description:
    "Every session of the project is analysed again in the background, and a session at once when it is opened. Until then " +
    "lists and audits say how many still show findings from earlier thresholds.",
  scope: "manage",
  body: { "application/json": thresholdsSchema },
  response: thresholdsResult,
});
