import { z } from "zod";
import { definePolicy } from "../contract/policy";
import { runRecentCompaction } from "./compact";
import { reportedContextSchema } from "./estimate";

const options = z.object({
  enabled: z.boolean().default(true),
  reserveTokens: z.number().nonnegative().default(16_384),
  keepRecentTokens: z.number().nonnegative().default(20_000),
});

const state = z.object({
  reported: reportedContextSchema.nullable().default(null),
  firstKept: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().default(0),
});

export const piCompaction = definePolicy({
  kind: "pi-compaction",
  version: "0.73.1",
  title: "pi compaction",
  vendor: "pi (@mariozechner/pi-coding-agent)",
  configuration: { write: "json", place: "settings.json", under: ["compaction"] },
  runsOn: { harness: ["pi", "OpenClaw"] },
  source: "core/compaction of the package; checked against it on generated conversations.",
  checked: { on: "2026-11-22", against: "@mariozechner/pi-coding-agent@0.73.1" },
  malformed: null,
  keepEverything: { enabled: false },
  options,
  state,
  step(input) {
    const { options, request } = input;
    if (!options.enabled) return { changes: [] };
    const threshold = request.contextWindow === null ? null : request.contextWindow - options.reserveTokens;
    return runRecentCompaction(input, {
      id: "pi-compaction:summary",
      threshold,
      keepRecentTokens: options.keepRecentTokens,
    });
  },
});
