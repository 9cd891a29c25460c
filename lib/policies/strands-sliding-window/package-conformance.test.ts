import fc from "fast-check";
import { beforeEach, expect, vi } from "vitest";
import { drawConversation } from "@/lib/testing/drawn/draw-conversation";
import { itAgrees } from "@/lib/testing/vendors/differential";
import { ManagedConversation, readOf, strandsMessages } from "@/lib/testing/vendors/strands";
import type { Message } from "../contract/message";
import { PolicyRun } from "../run";
import { strandsSlidingWindow } from ".";

const drawn = fc.record({
  requests: drawConversation,
  options: fc.record(
    { windowSize: fc.nat(10), shouldTruncateResults: fc.boolean(), pinFirst: fc.nat(3) },
    { requiredKeys: ["windowSize"] },
  ),
  overflows: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
});

beforeEach(() => {
  // The package warns each time it finds nothing to remove.
  vi.spyOn(console, "warn").mockReturnValue(undefined);
});

itAgrees(
  "Strands' sliding window keeps the messages that the package keeps",
  drawn,
  ({ requests, options, overflows }) => {
    const run = new PolicyRun(strandsSlidingWindow, { options });
    const theirs = new ManagedConversation(options);
    requests.forEach(({ added }, i) => {
      const messages = added.filter(({ role }) => role !== "system");
      run.append(messages);
      run.step();
      endInvocations(theirs, messages, i === 0);
      if (overflows[i] === true) {
        run.step({ overflow: true });
        theirs.overflow();
      }
      expect(strandsMessages(run.shown.messages()).map(readOf)).toEqual(theirs.messages.map(readOf));
    });
  },
);

/**
 * A prompt begins an invocation and ends the previous one. The messages that are there at first form one invocation.
 */
function endInvocations(theirs: ManagedConversation, added: readonly Message[], first: boolean): void {
  const prompt = added.findLastIndex(({ role }) => role === "user");
  const end = first ? added.length : prompt;
  if (end >= 0) {
    theirs.messages.push(...strandsMessages(added.slice(0, end)));
    theirs.endInvocation();
  }
  theirs.messages.push(...strandsMessages(added.slice(Math.max(0, end))));
}
