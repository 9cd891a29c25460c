import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { FIGURE_IDS } from "@/lib/core/figures/names";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { makePublicId, parsePublicId } from "@/lib/db/session-id";
import { readAnalysedRow } from "@/lib/db/recordings/analysed-row";
import type { SessionAnalysis } from "@/lib/pipeline/analyse/analysis";
import { writeCopies } from "@/lib/pipeline/analyse/relate-copies";
import { storeAnalyses } from "@/lib/pipeline/analyse/store-analyses";
import { computeAnalysis } from "@/lib/pipeline/analyse/work-out";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { testDatabase } from "@/lib/testing/database";
import { AskedSession } from "@/lib/testing/figures/asked-session";
import { wrongIntervals } from "@/lib/testing/figures/intervals";
import { wrongParts } from "@/lib/testing/figures/parts";
import type { Stated } from "@/lib/testing/figures/stated-figures";
import { listStated, wrongFigures } from "@/lib/testing/figures/wrong-figures";
import { importCorpusEntry } from "@/lib/testing/corpus/import-corpus";
import { importSample } from "@/lib/testing/samples";
import { addProject } from "@/lib/testing/team";
import { DEMO_STORIES, demoStory } from "@/lib/demo";
import { placeAtSession } from "@/lib/db/places";

noteMissingCorpus("the figures of ten real sessions");

const db = testDatabase();

const FOLDER = "lib/importers/samples";
const SAMPLES = readdirSync(FOLDER, { withFileTypes: true }).map((entry) =>
  entry.isDirectory()
    ? readdirSync(path.join(FOLDER, entry.name)).map((name) => `${entry.name}/${name}`)
    : [entry.name],
);
const REAL = [
  "claude_code/spotter-fa812bfe/fa812bfe-b295-4cca-9c2f-fdf01028cb46.jsonl",
  "pi/pi-compact-2638daee.jsonl",
  "openclaw/lru_demo/b2e732c1-5f16-4ebe-ba84-0a11adc45c66.jsonl",
  "claude_code/spotter-ae4a77f8/ae4a77f8-aedd-4bc1-888f-c94edc91af04.jsonl",
  "roo_code/natural-already-condensed/api_conversation_history.json",
  "swe_agent/sweagent0-matplotlib__matplotlib-25960.traj",
  "tau_bench/gpt-4o-airline-subset-even.json",
  "gemini_cli/gemini-cli-trajectory.json",
  "letta_af/memgpt_agent_with_convo.af",
  "openai_request_log/openhands-keras-nlp-385.jsonl",
  "mini_swe_agent/gemini3-django__django-16560.traj.json",
];

/** Figures that one page alone shows. */
const SHOWN_ONCE = ["blocksLeft", "constraintsLost", "suspected"];

const wrong: string[] = [];
const places = new Map<string, Set<string>>();

async function listSamples(): Promise<readonly (readonly TraceEvent[])[]> {
  const samples = await Promise.all(SAMPLES.map(([first = "", ...others]) => importSample(first, ...others)));
  return samples.flatMap(({ events }) => events);
}

async function listReal(): Promise<readonly (readonly TraceEvent[])[]> {
  const recorded = hasCorpus ? await Promise.all(REAL.map(importCorpusEntry)) : [];
  return recorded.flatMap((one) => [...(one?.sessions.values() ?? [])].slice(0, 1));
}

/** Each session is in a project of its own, so that an audit is of it alone. */
async function store(events: readonly TraceEvent[]): Promise<AskedSession[]> {
  const project = await addProject(db);
  const { changed } = await appendEvents(db, project, [...events], "replace");
  const asked: AskedSession[] = [];
  for (const key of changed)
    asked.push(new AskedSession(db, project, makePublicId(key), await analyse(project, key)));
  return asked;
}

/** Stores what it works out, which is the same whoever works it out. */
async function analyse(project: string, key: string): Promise<SessionAnalysis> {
  await deriveSession(db, key);
  const row = await readAnalysedRow(db, key);
  if (row === undefined) throw new Error(`${key} is not stored`);
  let own: SessionAnalysis | undefined;
  for (const related of await writeCopies(db, project, [row])) {
    const worked = await computeAnalysis(db, related);
    await storeAnalyses(db, [worked]);
    if (related.sessionId === key) own = worked.analysed;
  }
  if (own === undefined) throw new Error(`${key} was not analysed`);
  return own;
}

async function readEverywhere(asked: AskedSession, hasParts: boolean): Promise<void> {
  const stated = await listStated(asked);
  for (const { figure, place } of stated) places.set(figure, (places.get(figure) ?? new Set()).add(place));
  const found = [
    ...wrongFigures(stated, asked.analysed),
    ...(hasParts ? await wrongParts(asked) : []),
    ...(await wrongIntervals(asked)),
  ];
  const { externalId } = asked.analysed.input.session.meta;
  wrong.push(...found.map((one) => `${externalId}: ${one}`));
}

describe("in all samples and demo sessions", () => {
  beforeAll(async () => {
    for (const events of [...DEMO_STORIES.map(demoStory), ...(await listReal())])
      for (const asked of await store(events)) await readEverywhere(asked, true);
    for (const events of await listSamples())
      for (const asked of await store(events)) await readEverywhere(asked, false);
  }, 900_000);

  it("every figure has one value wherever it stands, on pages of turns and blocks and in exports, and every interval is that of the windows", () => {
    expect(wrong).toEqual([]);
  });

  it("every figure is compared with its declaration, most of them in several places", () => {
    const fewer = FIGURE_IDS.filter((id) => (places.get(id)?.size ?? 0) < (SHOWN_ONCE.includes(id) ? 1 : 2));
    expect(fewer).toEqual([]);
  });
});

/** Of one session: what is stored of it, changed and changed back. */
const CHANGES: readonly (readonly [what: string, set: string, back: string])[] = [
  ...[
    "turns",
    "blocks",
    "tool_calls",
    "repeated_calls",
    "evictions",
    "compactions",
    "dangling",
    "evicted_tokens",
    "peak_window",
  ].map(
    (name) =>
      [`session.${name}`, `session SET ${name} = ${name} + 1`, `session SET ${name} = ${name} - 1`] as const,
  ),
  [
    "turn.window_tokens",
    "turn SET window_tokens = window_tokens + 1",
    "turn SET window_tokens = window_tokens - 1",
  ],
  ["turn.evictions", "turn SET evictions = evictions + 1", "turn SET evictions = evictions - 1"],
  [
    "residency.from_turn",
    "residency SET from_turn = from_turn + 1",
    "residency SET from_turn = from_turn - 1",
  ],
  ["residency.to_turn", "residency SET to_turn = to_turn + 1", "residency SET to_turn = to_turn - 1"],
  [
    "residency.tokens_freed",
    "residency SET tokens_freed = tokens_freed + 1",
    "residency SET tokens_freed = tokens_freed - 1",
  ],
  ["finding.to_turn", "finding SET to_turn = to_turn + 1000", "finding SET to_turn = to_turn - 1000"],
  ["edge.executed", "edge SET executed = NOT executed", "edge SET executed = NOT executed"],
];

describe("a figure that is changed is found", () => {
  let asked: AskedSession;
  let stated: readonly Stated[];
  beforeAll(async () => {
    const [first] = await store(demoStory("refund"));
    if (first === undefined) throw new Error("the demo story has no session");
    asked = first;
    stated = await listStated(asked);
  }, 300_000);

  it("in each statement that gives it as a number", () => {
    const numbers = stated.filter(({ value }) => typeof value === "number");
    expect(new Set(numbers.map(({ figure }) => figure)).size).toBeGreaterThan(FIGURE_IDS.length - 2);
    for (const one of numbers)
      expect(wrongFigures([{ ...one, value: Number(one.value) + 1 }], asked.analysed)).toHaveLength(1);
  });

  it.each(CHANGES)("in what is stored: %s", async (_what, set, back) => {
    const { project, id, analysed } = asked;
    const key = parsePublicId(id);
    const change = (how: string) =>
      db.$executeRawUnsafe(placeAtSession(`UPDATE ${how} WHERE session_id = $1::uuid`), key);
    expect(await change(set)).toBeGreaterThan(0);
    try {
      const again = new AskedSession(db, project, id, analysed);
      const found = [
        ...wrongFigures(await listStated(again), analysed),
        ...(await wrongParts(again)),
        ...(await wrongIntervals(again)),
      ];
      expect(found).not.toEqual([]);
    } finally {
      await change(back);
    }
  });
});
