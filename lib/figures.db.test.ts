import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { VALUE_OF } from "@/lib/core/figures/figures";
import { FIGURE_IDS } from "@/lib/core/figures/names";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { makePublicId } from "@/lib/db/session-id";
import { readAnalysedRow } from "@/lib/db/recordings/analysed-row";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { computeAnalysis } from "@/lib/pipeline/analyse/work-out";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { testDatabase } from "@/lib/testing/database";
import { wrongIntervals } from "@/lib/testing/figures/intervals";
import { wrongParts } from "@/lib/testing/figures/parts";
import { PLACES } from "@/lib/testing/figures/places";
import { isRight } from "@/lib/testing/figures/stated";
import { importCorpusEntry } from "@/lib/testing/corpus/import-corpus";
import { importSample } from "@/lib/testing/samples";
import { addProject } from "@/lib/testing/team";
import { DEMO_STORIES, demoStory } from "@/lib/demo";

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

/** Beside the demo stories. */
async function told(): Promise<readonly (readonly TraceEvent[])[]> {
  const samples = await Promise.all(SAMPLES.map(([first = "", ...others]) => importSample(first, ...others)));
  const recorded = hasCorpus ? await Promise.all(REAL.map(importCorpusEntry)) : [];
  return [
    ...samples.flatMap(({ events }) => events),
    ...recorded.flatMap((one) => [...(one?.sessions.values() ?? [])].slice(0, 1)),
  ];
}

/** Each session is in a project of its own, so that an audit is of it alone. */
async function readEverywhere(events: readonly TraceEvent[], hasParts: boolean): Promise<void> {
  const project = await addProject(db);
  const { changed } = await appendEvents(db, project, [...events], "replace");
  for (const key of changed) {
    await analyseSession(db, key);
    const row = await readAnalysedRow(db, key);
    if (row === undefined) throw new Error(`${key} is not stored`);
    const { analysed } = await computeAnalysis(db, row);
    const { externalId } = analysed.input.session.meta;
    for (const place of PLACES)
      for (const stated of await place(db, project, makePublicId(key), analysed)) {
        places.set(stated.figure, (places.get(stated.figure) ?? new Set()).add(stated.place));
        const value = VALUE_OF[stated.figure](analysed);
        if (!isRight(stated, value, "USD"))
          wrong.push(`${externalId}: ${stated.place}: ${stated.figure} is ${value}, not ${stated.value}`);
      }
    if (hasParts)
      wrong.push(
        ...(await wrongParts(db, project, makePublicId(key), analysed)).map((one) => `${externalId}: ${one}`),
      );
    wrong.push(
      ...(await wrongIntervals(db, project, makePublicId(key))).map((one) => `${externalId}: ${one}`),
    );
  }
}

describe("in all samples and demo sessions", () => {
  beforeAll(async () => {
    for (const story of DEMO_STORIES) await readEverywhere(demoStory(story), true);
    for (const events of await told()) await readEverywhere(events, false);
  }, 900_000);

  it("every figure has one value wherever it stands, on pages of turns and blocks and in exports, and every interval is that of the windows", () => {
    expect(wrong).toEqual([]);
  });

  it("every figure is compared with its declaration, most of them in several places", () => {
    const fewer = FIGURE_IDS.filter((id) => (places.get(id)?.size ?? 0) < (SHOWN_ONCE.includes(id) ? 1 : 2));
    expect(fewer).toEqual([]);
  });
});
