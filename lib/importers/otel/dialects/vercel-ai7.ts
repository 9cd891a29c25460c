import type { Dialect } from "./dialect";
import { readGenai } from "./genai";

/** What the Vercel AI SDK writes from its version 7 on: the conventions, below spans for each step. */
export const vercelAi7: Dialect = {
  id: "vercel_ai7",
  label: "Vercel AI SDK 7",
  contentSwitch: "register telemetry with new OpenTelemetry() and leave recordInputs and recordOutputs on",
  claims: ({ scope }) => scope === "gen_ai",
  read: readGenai,
};
