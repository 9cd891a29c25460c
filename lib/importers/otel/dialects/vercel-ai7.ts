import type { Dialect } from "./dialect";
import { readGenai } from "./genai";

/** The Vercel AI SDK from version 7: the conventions, below a span per step. */
export const vercelAi7: Dialect = {
  id: "vercel_ai7",
  label: "Vercel AI SDK 7",
  checked: { on: "2026-11-22", against: "ai@7.0.173" },
  contentSwitch: "register telemetry with new OpenTelemetry() and leave recordInputs and recordOutputs on",
  claims: ({ scope }) => scope === "gen_ai",
  read: readGenai,
};
