import fc from "fast-check";
import { expect } from "vitest";
import { drawConversation } from "@/lib/testing/drawn/draw-conversation";
import { itAgrees } from "@/lib/testing/vendors/differential";
import { PiSession } from "@/lib/testing/vendors/pi";
import { CHARS_PER_TOKEN } from "../contract/message";
import { PolicyRun } from "../run";
import { piCompaction } from ".";

const CONTEXT_WINDOW = 20_000;
const SUMMARY_TOKENS = 50;

const drawn = fc.record({
  requests: drawConversation,
  options: fc.record({
    enabled: fc.constant(true),
    reserveTokens: fc.integer({ min: 8_000, max: 19_500 }),
    keepRecentTokens: fc.integer({ min: 1, max: 8_000 }),
  }),
  aborted: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  reports: fc.option(fc.array(fc.integer({ min: 1, max: 14_000 }), { minLength: 12, maxLength: 12 })),
});

itAgrees("pi keeps the messages that the package keeps", drawn, ({ requests, options, reports, aborted }) => {
  const run = new PolicyRun(piCompaction, { options });
  const theirs = new PiSession(options, CONTEXT_WINDOW, SUMMARY_TOKENS * CHARS_PER_TOKEN);
  const summarize = () => ({ text: "s", tokens: SUMMARY_TOKENS, simulated: true });
  requests.forEach(({ added: said }, i) => {
    const isAborted = aborted[i] === true;
    const added = said.map((message) =>
      message.role === "assistant" && isAborted ? { ...message, isAborted } : message,
    );
    const total = i === 0 || reports === null ? null : (reports[i] ?? null);
    const usage = total === null ? null : { input: total, output: 0, cacheRead: null, cacheWrite: null };
    const usageUpTo = run.history.length;
    run.append(added);
    run.step({ contextWindow: CONTEXT_WINDOW, summarize, usage, usageUpTo });
    theirs.add(added, total);
    theirs.compactIfFull();
    const ours = run.shown.messages().filter(({ role }) => role !== "system");
    expect(ours.map(({ id }) => (id === "pi-compaction:summary" ? "summary" : id))).toEqual(theirs.context());
  });
});
