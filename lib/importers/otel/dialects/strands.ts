import { parseJsonText } from "../../shared/values";
import type { Dialect } from "./dialect";
import type { Fact } from "../spans/facts";
import { writeArguments } from "../../messages/openai";
import { readShownResult } from "../../messages/parts";
import { readGenai } from "./genai";

/** Strands Agents: the conventions, with all content in events of the span. */
export const strands: Dialect = {
  id: "strands",
  label: "Strands Agents",
  checked: { on: "2026-11-22", against: "@strands-agents/sdk@1.16.0" },
  claims: ({ scope }) => scope === "strands-agents" || scope.startsWith("strands."),
  read: (record) =>
    readGenai(record).map((fact): Fact => {
      if (fact.type !== "tool") return fact;
      const content = record.events.find((event) => event.name === "gen_ai.tool.message")?.attributes.content;
      const got = record.events.find((event) => event.name === "gen_ai.choice")?.attributes.message;
      return {
        ...fact,
        args: fact.args ?? (content === undefined ? undefined : writeArguments(content)),
        result:
          fact.result ??
          (got === undefined ? undefined : readShownResult(parseJsonText(String(got)) ?? got).text),
      };
    }),
};
