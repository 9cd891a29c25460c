import type { TraceEvent } from "@/lib/core/trace/event";
import { CODE, prose, PUBLISHING } from "./filler";
import { Story } from "./story";

const POLICY = "openclaw-pruning-v1";
const HEAD_CHARS = 1_500;
const TAIL_CHARS = 1_500;
const PLACEHOLDER = "[Old tool result content cleared]";

/**
 * A session under time-to-live pruning, first generation. Nothing is pruned while calls follow each other quickly.
 * After more than five idle minutes the next call trims large old results to head and tail. The window is then still
 * more than half full, so the oldest results are cleared. The pruning holds for one request only: the next call,
 * seconds later, sends everything again.
 */
export function openclawPruning(): TraceEvent[] {
  const story = new Story(
    "demo-openclaw-pruning",
    Date.UTC(2026, 0, 28, 18, 40),
    {
      name: "OpenClaw: pruned when the cache has gone cold",
      agent: "OpenClaw 2026.1",
      model: "claude-sonnet-4-5",
      contextWindow: 32_000,
      tags: ["demo", "pruning"],
      source: { format: "demo" },
      policy: { kind: POLICY, options: { mode: "cache-ttl", ttl: "5m" } },
      notes: ["Written as a demonstration: token figures follow from the text, not from a provider."],
    },
    5,
  );
  const long = gather(story);
  story.at("0:31").add({
    id: "back",
    kind: "user_message",
    content: "Back again. Which of these modules touch the retry budget?",
  });
  prune(story, long);
  story.answer({
    says: "Two of them name it; I check the second one again.",
    calls: [{ id: "check", tool: "exec", args: { command: "grep -n retry src/queue.ts" } }],
  });
  restore(story, long);
  story
    .at("0:31:20")
    .result(
      "check",
      "src/queue.ts:88: const retryBudget = limits.retry;\nsrc/queue.ts:131: if (spent > retryBudget) return defer(job);",
    );
  story.answer({ says: "src/queue.ts spends the retry budget at line 131; src/limits.ts only declares it." });
  story.tell("session.ended", { outcome: "ok" });
  return story.events();
}

interface Long {
  readonly id: string;
  readonly text: string;
}

function gather(story: Story): Long[] {
  story.add({
    id: "system",
    kind: "system_rules",
    content: `You are a careful assistant on a workstation. Use the tools; do not guess file contents.\n${prose(CODE, 3, 1_200)}`,
  });
  story.add({
    id: "goal",
    kind: "user_goal",
    content: "Go through the queue service and tell me how its limits work.",
  });
  story.at("0:00").answer({
    says: "I start with a listing.",
    calls: [{ id: "list", tool: "exec", args: { command: "ls src" } }],
  });
  story.at("0:00:20").result("list", "cli.ts\nlimits.ts\nqueue.ts\nreport.ts\nscheduler.ts\nstore.ts\n");
  const files = ["limits.ts", "queue.ts", "scheduler.ts", "store.ts", "report.ts", "cli.ts"];
  const long: Long[] = [];
  files.forEach((file, i) => {
    const callId = `read-${file.replace(".ts", "")}`;
    story.answer({
      says: `Reading src/${file}.`,
      calls: [{ id: callId, tool: "read", args: { path: `src/${file}` } }],
    });
    const text = `// src/${file}\n${prose(i % 2 === 0 ? CODE : PUBLISHING, 200 + i, 13_000 + 700 * i)}`;
    long.push({ id: `result:${callId}`, text });
    story.at(`0:01:${20 + 6 * i}`).result(callId, text, { origin: { path: `src/${file}` } });
  });
  story.at("0:03").answer({
    says: "The limits are declared in src/limits.ts and enforced by the queue and the scheduler.",
  });
  return long;
}

function prune(story: Story, long: readonly Long[]): void {
  const old = long.slice(0, -2);
  const cleared = old.slice(0, 2);
  const numbers = { ttl_seconds: 300, idle_seconds: 1_680, soft_trim_ratio: 0.3, hard_clear_ratio: 0.5 };
  const trimmed = old.slice(2);
  story.tell("context.edited", {
    turn: story.turn,
    how: "trimmed",
    blocks: trimmed.map((l) => l.id),
    policy: POLICY,
    rule: "soft trim",
    reason: "idle longer than the ttl; the result is larger than 4,000 characters",
    numbers,
  });
  story.tell("context.edited", {
    turn: story.turn,
    how: "cleared",
    blocks: cleared.map((l) => l.id),
    policy: POLICY,
    rule: "hard clear",
    reason: "idle longer than the ttl; the window is more than half full",
    numbers,
  });
  for (const { id, text } of trimmed) story.stand(id, { mode: "excerpt", content: excerpt(text) });
  for (const { id } of cleared)
    story.stand(id, {
      mode: "reference",
      content: PLACEHOLDER,
      reference: { kind: "placeholder", text: PLACEHOLDER },
    });
}

function restore(story: Story, long: readonly Long[]): void {
  for (const { id, text } of long) story.stand(id, { mode: "full", content: text });
}

function excerpt(text: string): string {
  const note = `[Tool result trimmed: kept first ${HEAD_CHARS} chars and last ${TAIL_CHARS} chars of ${text.length} chars.]`;
  return `${text.slice(0, HEAD_CHARS)}\n...\n${text.slice(-TAIL_CHARS)}\n\n${note}`;
}
