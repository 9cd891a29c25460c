import path from "node:path";
import { describe, expect, it } from "vitest";
import { projectRecords } from "@/lib/importers/otel/project";
import { capturedRecords } from "@/lib/testing/captured-records";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { importCorpusEntry } from "@/lib/testing/corpus/import-corpus";
import { importPath } from "@/lib/testing/import-file";
import type { TraceEvent } from "../trace/event";
import { foldRecording } from "../trace/fold/recording";
import { analyseRecording, findAll } from "./find";
import { FINDING_KINDS } from "./kinds";
import type { Finding, SeenIn } from "./rule/finding";

noteMissingCorpus("the true cases by which rules are established");

const RUNS = path.resolve(import.meta.dirname, "../../testing/fixtures/runs");

async function sessionsIn(seen: SeenIn): Promise<(readonly TraceEvent[])[]> {
  if ("run" in seen) return [...(await importPath(path.join(RUNS, `${seen.run}.jsonl`))).sessions.values()];
  if ("trace" in seen) return [...((await importCorpusEntry(seen.trace))?.sessions.values() ?? [])];
  const { events, sources } = projectRecords(capturedRecords(seen.capture));
  return [...sources.keys()].map((id) => events.filter(({ session }) => session === id));
}

const known = new Map<string, Promise<readonly Finding[]>>();

function foundIn(seen: SeenIn): Promise<readonly Finding[]> {
  const { on: _, ...source } = seen;
  const key = JSON.stringify(source);
  const found =
    known.get(key) ??
    sessionsIn(seen).then((all) =>
      all.flatMap((one) => findAll(analyseRecording(foldRecording(one))).findings),
    );
  known.set(key, found);
  return found;
}

const established = FINDING_KINDS.flatMap(({ code, severity, seenIn }) =>
  seenIn === null ? [] : [{ code, seenIn, stands: severity === null ? "suspected" : "proved" }],
);

describe("a rule that is established", () => {
  it.each(established.filter(({ seenIn }) => !("trace" in seenIn)))(
    "$code is, by a recorded run: $seenIn",
    async ({ code, seenIn, stands }) => {
      const found = (await foundIn(seenIn)).filter((finding) => finding.code === code);
      expect(found.map(({ standing }) => standing)).toContain(stands);
    },
  );

  it.runIf(hasCorpus).each(established.filter(({ seenIn }) => "trace" in seenIn))(
    "$code is, by a session of others: $seenIn",
    async ({ code, seenIn, stands }) => {
      const found = (await foundIn(seenIn)).filter((finding) => finding.code === code);
      expect(found.map(({ standing }) => standing)).toContain(stands);
    },
    30_000,
  );
});
