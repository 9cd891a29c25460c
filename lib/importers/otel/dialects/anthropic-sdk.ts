import { nameIn } from "../../shared/bounds";
import type { Fact } from "../spans/facts";
import { readTextAt, readValueAt } from "../spans/record";
import type { Dialect } from "./dialect";
import { readGenai } from "./genai";

/** Spans of Anthropic's SDK: those of the GenAI conventions, with attributes of its own. */
export const anthropicSdk: Dialect = {
  id: "anthropic_sdk",
  label: "Anthropic SDK",
  checked: { on: "2026-11-22", against: "@anthropic-ai/sdk@1.11.0" },
  contentSwitch: "set ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content",
  claims: ({ scope }) => scope.startsWith("com.anthropic.sdk") || scope === "com.anthropic.claude-platform",
  read: (record) =>
    readGenai(record).map((fact): Fact => {
      if (fact.type !== "call") return fact;
      const { attributes } = record;
      const betas = readValueAt(attributes, "anthropic.beta");
      const threaded =
        Array.isArray(betas) && betas.some((beta) => String(beta).startsWith("message-threads-"));
      const truncated = attributes["anthropic.content.truncated"] === true;
      return {
        ...fact,
        ...(threaded && { isDelta: true }),
        ...(truncated && { completeness: "client_truncated" as const }),
        stopReason: nameIn(readTextAt(attributes, "anthropic.message.stop_reason")) ?? fact.stopReason,
      };
    }),
};
