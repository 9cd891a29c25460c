import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { importPath } from "@/lib/testing/import-file";
import { analyseRecording, findAll } from "../findings/find";
import type { TraceEvent } from "../trace/event";
import { foldRecording } from "../trace/fold/recording";
import { Checker } from "./checker";
import { claimSchema } from "./claim";
import { DEMO_STORIES, demoStory } from "@/lib/demo";

const SAMPLES = "lib/importers/samples";

/** The claims as they are stored, decided by a checker that reads the events anew. */
function brokenIn(events: readonly TraceEvent[]): object[] {
  const { findings } = findAll(analyseRecording(foldRecording(events)));
  const checker = new Checker(foldRecording(events));
  const stored = findings.flatMap(({ code, claims }) =>
    claims.map((claim) => ({ code, claim: claimSchema.parse(JSON.parse(JSON.stringify(claim))) })),
  );
  const unclaimed = findings.filter(
    ({ severity, claims }) => severity !== null && severity !== "note" && claims.length === 0,
  );
  return [...stored.filter(({ claim }) => checker.check(claim) !== true), ...unclaimed];
}

describe("every serious finding and every warning has claims, and all claims hold when they are checked again", () => {
  it.each(DEMO_STORIES)("in the demo %s", (name) => {
    expect(brokenIn(demoStory(name))).toEqual([]);
  });

  const files = readdirSync(SAMPLES, { withFileTypes: true }).filter((entry) => entry.isFile());
  it.each(files.map(({ name }) => name))("in the sample %s", async (name) => {
    const { sessions } = await importPath(`${SAMPLES}/${name}`);
    for (const events of sessions.values()) expect(brokenIn(events)).toEqual([]);
  });
});
