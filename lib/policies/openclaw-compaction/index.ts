import { z } from "zod";
import { runRecentCompaction } from "../pi-compaction/compact";
import { reportedContextSchema } from "../pi-compaction/estimate";
import { definePolicy } from "../contract/policy";

const RESERVE_SHARE_MAX = 1 / 4;

const options = z.object({
  /** `agents.defaults.compaction` of openclaw.json. */
  reserveTokens: z.number().nonnegative().default(20_000),
  keepRecentTokens: z.number().nonnegative().default(20_000),
});

const state = z.object({
  reported: reportedContextSchema.nullable().default(null),
  firstKept: z.number().int().nonnegative().default(0),
  summaryTokens: z.number().nonnegative().default(0),
});

/** OpenClaw compacts with pi's cut, its own reserve and its own prompt. */
export const openclawCompaction = definePolicy({
  kind: "openclaw-compaction",
  version: "2026.9.6",
  title: "OpenClaw compaction",
  vendor: "OpenClaw",
  configuration: { write: "json", place: "openclaw.json", under: ["agents", "defaults", "compaction"] },
  runsOn: { harness: ["OpenClaw", "clawdbot"] },
  source: "OpenClaw's documentation; the cut is pi's, which was checked against its package.",
  checked: {
    on: "2026-11-22",
    against: "OpenClaw's documentation, and @mariozechner/pi-coding-agent@0.73.1",
  },
  malformed: null,
  keepEverything: null,
  options,
  state,
  step(input) {
    const { options, request } = input;
    const window = request.contextWindow;
    const reserve = Math.min(options.reserveTokens, Math.floor((window ?? 0) * RESERVE_SHARE_MAX));
    return runRecentCompaction(input, {
      id: "openclaw-compaction:summary",
      threshold: window === null ? null : window - reserve,
      keepRecentTokens: options.keepRecentTokens,
    });
  },
});
