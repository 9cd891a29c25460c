import { describe, expect, it } from "vitest";
import type { TraceEvent } from "../trace/event";
import { foldRecording } from "../trace/fold/recording";
import { analyseRecording, findAll } from "./find";
import type { Finding } from "./rule/finding";
import { demoStory } from "@/lib/demo";

const MINUTE = 60_000;

interface Told {
  readonly code: string;
  readonly because: string;
  readonly at: string;
  readonly turns: readonly [number, number];
  readonly blocks?: readonly string[];
  readonly numbers?: Readonly<Record<string, number>>;
  readonly says?: string;
}

function foundIn(events: readonly TraceEvent[]): (Finding & { at: string })[] {
  const recording = foldRecording(events);
  const { turns } = recording.session;
  const { findings, unlisted } = findAll(analyseRecording(recording));
  expect(unlisted).toEqual({});
  const began = turns[0]?.at ?? 0;
  const at = (turn: number) => {
    const minutes = Math.floor(((turns.find(({ index }) => index === turn)?.at ?? 0) - began) / MINUTE);
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  };
  return findings
    .filter(({ code }) => !code.startsWith("coverage."))
    .map((finding) => ({ ...finding, at: at(finding.from) }));
}

/** Fails for any other finding. */
function tells(events: readonly TraceEvent[], told: readonly Told[]): void {
  const found = foundIn(events);
  const name = ({ code, from, to }: Finding) => `${code} ${from}-${to}`;
  expect(found.map(name).sort()).toEqual(
    told.map(({ code, turns: [from, to] }) => `${code} ${from}-${to}`).sort(),
  );
  for (const {
    code,
    because,
    at,
    turns: [from],
    blocks = [],
    numbers = {},
    says = "",
  } of told) {
    const match = found.find(
      (one) => one.code === code && one.from === from && blocks.every((id, i) => one.blocks[i] === id),
    );
    expect(match, because).toMatchObject({ at, numbers });
    expect(match?.sentence, because).toContain(says);
  }
}

describe("the publishing daemon", () => {
  it("fetched twice, spliced an address, failed its gate and lost its plan, each at its time", () => {
    tells(demoStory("publishing-daemon"), [
      {
        code: "call.duplicate",
        because: "0:41: it fetches a source again that it fetched at 0:09 and that still stands",
        at: "0:41",
        turns: [12, 12],
        blocks: ["call:fetch-5", "call:fetch-again"],
        numbers: { times: 1 },
      },
      {
        code: "reference.spliced",
        because: "1:03: it cites a URL that no result has, a splice of two real ones: the parts are shown",
        at: "1:03",
        turns: [14, 14],
        blocks: ["answer-15", "result:index"],
        says: '/pricing/2026-03/changelog" stands in nothing that the session took in',
      },
      {
        code: "context.budget_exceeded",
        because: "the window fills until it is cut off, and the run declares no budget of its own",
        at: "0:41",
        turns: [12, 15],
        says: "80 % of the context window",
      },
      {
        code: "gate.failed",
        because: "1:22: a constraint of the system prompt is broken while it is still in the window",
        at: "1:22",
        turns: [15, 15],
        blocks: ["system"],
        says: "stood in the window, buried under 39,691 tokens",
      },
      {
        code: "plan.left_window",
        because: "1:30: truncation takes the oldest, which is the plan; from 1:31 on it runs without one",
        at: "1:30",
        turns: [16, 19],
        blocks: ["answer-2"],
        numbers: { open: 4 },
      },
      {
        code: "policy.protected_violated",
        because: "what is older than the plan goes with it: the job itself",
        at: "1:30",
        turns: [16, 16],
        blocks: ["goal"],
      },
      {
        code: "task.lost",
        because: "1:30: with it no text in the window says what the job is",
        at: "1:30",
        turns: [16, 16],
        blocks: ["goal"],
        says: "After the truncation at turn 16",
      },
      {
        code: "eviction.silent",
        because: "nobody is told: every dashboard stays green, and the agent goes on confidently",
        at: "1:30",
        turns: [16, 17],
        numbers: { blocks: 16 },
      },
      {
        code: "eviction.unrestorable",
        because: "the second contract is missing: the cut sources leave no reference",
        at: "1:30",
        turns: [16, 17],
        numbers: { blocks: 3 },
      },
      {
        code: "cache.broken",
        because: "the truncation takes the beginning out of the cache",
        at: "1:30",
        turns: [16, 17],
        says: "by an edit of the window",
      },
      {
        code: "eviction.uneconomic",
        because: "the first contract is missing: an edit of the prefix costs the cache from there on",
        at: "1:30",
        turns: [16, 17],
        numbers: { edits: 2 },
      },
      {
        code: "eviction.masked",
        because: "what no dashboard could see: at 1:31 the total grows although a source is cut",
        at: "1:31",
        turns: [17, 17],
        blocks: ["result:fetch-4"],
      },
      {
        code: "context.tool_results_dominate",
        because: "the conversation fills with the sediment of tool results",
        at: "0:05",
        turns: [4, 19],
      },
    ]);
  });
});

describe("the loop of eight turns", () => {
  it("grew most in turns 2 and 4, by tool results, which fill 88 % at the end", () => {
    tells(demoStory("eight-turn-loop"), [
      {
        code: "context.spike",
        because: "turn 3 adds 290 + 3,900 tokens in the table: turn 2 called for them",
        at: "0:02",
        turns: [2, 3],
        blocks: ["result:c3"],
        numbers: { delta: 4_190, threshold: 4_000 },
        says: "Turn 2 added 4,190 tokens",
      },
      {
        code: "context.spike",
        because: "turn 5 adds 320 + 4,100 tokens, the most of all: turn 4 called for them",
        at: "0:04",
        turns: [4, 5],
        blocks: ["result:c5"],
        numbers: { delta: 4_420 },
        says: "Turn 4 added 4,420 tokens",
      },
      {
        code: "context.tool_results_dominate",
        because: "26,600 of 30,300 tokens are tool results",
        at: "0:03",
        turns: [3, 8],
        numbers: { percent: 88 },
      },
    ]);
  });
});

describe("the refund", () => {
  it("branched on an order that had left, and nothing checked the branch", () => {
    tells(demoStory("refund"), [
      {
        code: "evidence.dangling",
        because: "the branch needs the order's status, and the pruner took the order just before",
        at: "0:10",
        turns: [4, 4],
        blocks: ["result:order", "call:mail"],
        numbers: { evidence: 1, confidence: 1 },
        says: "had left the window at turn 4 (declared); the session ended wrong",
      },
      {
        code: "step.unvalidated",
        because: "no validator at the step boundary asked whether what the step needs is there",
        at: "0:10",
        turns: [4, 4],
        numbers: { needs: 2 },
      },
      {
        code: "eviction.unrestorable",
        because: "the pruner drops results and leaves nothing to get them back by",
        at: "0:12",
        turns: [6, 6],
        blocks: ["result:terms"],
      },
      {
        code: "eviction.masked",
        because: "it is dropped to make room: the window grows at that turn all the same",
        at: "0:10",
        turns: [4, 4],
        blocks: ["result:order"],
      },
      {
        code: "cache.broken",
        because: "every pruned result breaks the beginning that the cache held",
        at: "0:10",
        turns: [4, 6],
        says: "by an edit of the window",
      },
      {
        code: "eviction.uneconomic",
        because: "it frees little, and the prefix after it is paid for again",
        at: "0:10",
        turns: [4, 6],
      },
    ]);
  });
});

describe("the pruned session", () => {
  it("lost evidence to both kinds of pruning, and had it back at the next call", () => {
    tells(demoStory("openclaw-pruning"), [
      {
        code: "context.spike",
        because: "the projection is for one request: the next carries everything again",
        at: "0:31",
        turns: [8, 9],
      },
      {
        code: "cache.broken",
        because: "the projection is for one request: the next one cannot read it either",
        at: "0:31",
        turns: [8, 9],
        says: "by an edit of the window",
      },
      {
        code: "eviction.uneconomic",
        because: "for one request the prefix was written anew",
        at: "0:31",
        turns: [8, 8],
        numbers: { edits: 1 },
      },
      {
        code: "context.tool_results_dominate",
        because: "the agent reads files and logs, and nothing else grows",
        at: "0:01",
        turns: [4, 9],
      },
    ]);
  });
});

describe("the rounds of fixing a test", () => {
  it("met an instruction in an output, and fetched again what had left", () => {
    tells(demoStory("test-fixing"), [
      {
        code: "trust.instruction_in_untrusted",
        because: "the output of a test says to ignore what was said before",
        at: "0:04",
        turns: [2, 2],
        blocks: ["result:test-1"],
      },
      {
        code: "eviction.masked",
        because: "every round leaves old observations out while new ones are larger",
        at: "0:04",
        turns: [2, 12],
      },
      {
        code: "cache.broken",
        because: "every round leaves an old observation out",
        at: "0:02",
        turns: [1, 12],
        says: "by an edit of the window",
      },
      {
        code: "eviction.uneconomic",
        because: "every round rewrites the prefix for little",
        at: "0:04",
        turns: [2, 12],
        numbers: { edits: 10 },
      },
    ]);
  });
});
