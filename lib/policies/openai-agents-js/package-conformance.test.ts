import fc from "fast-check";
import { expect } from "vitest";
import { drawConversation } from "@/lib/testing/drawn/draw-conversation";
import { itAgrees } from "@/lib/testing/vendors/differential";
import { compactingSession, memorySession, sessionItems } from "@/lib/testing/vendors/openai-agents";
import type { Message } from "../contract/message";
import { PolicyRun } from "../run";
import { openaiAgentsJs } from ".";

itAgrees(
  "the OpenAI Agents session stores what the package's compaction session stores",
  drawConversation,
  async (requests) => {
    const run = new PolicyRun(openaiAgentsJs, { options: { kind: "compaction-session" } });
    const session = compactingSession();
    let running: Message[] = [];
    for (const { added } of requests) {
      run.append(added);
      run.step();
      // A turn is stored when it ends: not while results wait for a reply, and without the next prompt.
      running.push(...added);
      const end =
        running.at(-1)?.role === "tool" ? 0 : running.findLastIndex(({ role }) => role !== "user") + 1;
      await session.addItems(running.slice(0, end).flatMap(sessionItems));
      running = running.slice(end);
      await session.runCompaction();
      const theirs = [...(await session.getItems()), ...running.flatMap(sessionItems)];
      expect(run.shown.messages().flatMap(itemsOf)).toEqual(theirs);
    }
  },
);

const drawn = fc.record({ requests: drawConversation, limit: fc.nat(12) });

itAgrees(
  "the OpenAI Agents session reads the newest messages that the package reads whole",
  drawn,
  async ({ requests, limit }) => {
    const history = requests.flatMap(({ added }) => added).filter(({ role }) => role !== "system");
    const run = new PolicyRun(openaiAgentsJs, { options: { kind: "memory-window", limit }, history });
    run.step();
    const session = memorySession(history.flatMap(sessionItems));
    const theirs = await session.getItems(limit);
    // The package may begin in the middle of a reply: with its calls but without its text.
    const whole = history.map((_, from) => history.slice(from).flatMap(sessionItems));
    const longest = whole.find((items) => items.length <= theirs.length) ?? [];
    expect(run.shown.messages().flatMap(sessionItems)).toEqual(longest);
    expect(theirs.slice(theirs.length - longest.length)).toEqual(longest);
  },
);

function itemsOf(message: Message): object[] {
  if (message.id !== "openai-agents:compaction") return sessionItems(message);
  return [{ type: "compaction", id: "cmp", encrypted_content: "sealed" }];
}
