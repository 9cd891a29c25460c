import { nameIn } from "../../shared/bounds";
import type { Fact } from "../spans/facts";
import { readTextAt, readValueAt } from "../spans/record";
import { makeExclusiveUsage } from "../spans/usage";
import type { Dialect } from "./dialect";
import { readLangchainResult } from "./langchain-values";
import { readGenaiFigures, readGenai } from "./genai";

/**
 * OpenLLMetry, Traceloop's instrumentation. For Anthropic its input excludes the cached part. Its tool spans
 * have no call id.
 */
export const traceloop: Dialect = {
  id: "traceloop",
  label: "OpenLLMetry (Traceloop)",
  checked: { on: "2026-11-22", against: "@traceloop/node-server-sdk@0.27.0" },
  contentSwitch: "unset TRACELOOP_TRACE_CONTENT=false",
  claims: ({ scope, attributes }) =>
    scope.startsWith("@traceloop/") ||
    scope.startsWith("opentelemetry.instrumentation.") ||
    "traceloop.span.kind" in attributes,
  read(record): Fact[] {
    const { attributes } = record;
    const kind = readTextAt(attributes, "traceloop.span.kind");
    if (kind === "tool") {
      return [
        {
          type: "tool",
          record,
          name: nameIn(readTextAt(attributes, "traceloop.entity.name")) ?? "tool",
          args: readTextAt(attributes, "traceloop.entity.input"),
          result: readTextAt(attributes, "traceloop.entity.output"),
          isError: record.error !== null,
        },
      ];
    }
    const agent = nameIn(readTextAt(attributes, "traceloop.entity.name"));
    if (kind === "agent" && agent !== undefined) return [{ type: "session", record, agent }];
    const gave = readLangchainResult(readValueAt(attributes, "traceloop.entity.output"));
    return readGenai(record)
      .map((fact) => (fact.type === "tool" ? { ...fact, ...gave } : fact))
      .map((fact) =>
        fact.type === "call" && isAnthropic(record.scope, fact.provider)
          ? { ...fact, usage: makeExclusiveUsage(readGenaiFigures(attributes)) }
          : fact,
      );
  },
};

function isAnthropic(scope: string, provider: string | undefined): boolean {
  return scope.includes("anthropic") || provider?.toLowerCase() === "anthropic";
}
