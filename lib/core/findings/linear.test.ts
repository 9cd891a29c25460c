import { describe, expect, it } from "vitest";
import { buildReportsInSteps } from "../compaction/card";
import { buildAccountInSteps } from "../cost/account";
import { holdBill } from "../cost/analysed-bill";
import { deriveEvidenceInSteps } from "../evidence/evidence-of";
import { buildPlansInSteps } from "../evidence/plan/plans-of";
import type { InSteps } from "../steps";
import type { Recording } from "../trace/fold/recording";
import { foldRecording } from "../trace/fold/recording";
import type { Session } from "../trace/session";
import { trace } from "@/lib/testing/trace-builder";
import { findInSteps, makeFindingInput } from "./find";
import { FINDING_RULES } from "./registry";

/** How long a session is, and one of three times its length: the same things are named, read, planned and summed up again. */
const TURNS = 120;
const GROWTH = 3;
const SLACK = 1.2;
const PATHS = 12;
const COMPACTED_EVERY = 20;
/** So many of the newest turns a compaction leaves. */
const KEPT = 2;
/** A few rules need some hundred visits to begin. Below this they say nothing of growth. */
const FEW = 600;
/** One step may go over each list of a session so often. Each goes by in a millisecond at ten thousand turns. */
const PASSES_MAX = 12;

function sessionOf(turns: number): Recording {
  const story = trace("again");
  const pathAt = (turn: number) => `src/part-${turn % PATHS}/main.ts`;
  for (let turn = 0; turn < turns; turn++)
    story.turn((t) => {
      if (turn > 0) {
        t.result(
          `c${turn - 1}`,
          `account ${4000 + turn} of ${pathAt(turn)} has the total 1${turn % 90}84.50`,
        );
        t.user(
          `Read ${pathAt(turn)} for order ORD-${10_000 + turn * 7} please. Never write to ${pathAt(turn + 1)}.`,
          `u${turn}`,
        );
      }
      if (turn > 0 && turn % COMPACTED_EVERY === 0) {
        const gone = Array.from({ length: COMPACTED_EVERY }, (_, i) => turn - COMPACTED_EVERY - KEPT + i);
        const said = gone.slice(KEPT, 8).map((at) => `${pathAt(at)} was read for ORD-${10_000 + at * 7}.`);
        const before = `s${turn - COMPACTED_EVERY}`;
        const ids = gone.flatMap((at) => [`call:c${at}`, `result:c${at}`, `u${at}`, `a${at}`]);
        t.compact(`s${turn}`, said.join(" "), [before, ...ids]);
      }
      t.says(
        turn % 10 === 3
          ? `1. Read ${pathAt(turn)}\n2. Compare the totals of ORD-${10_000 + turn * 7}\n3. Write the report`
          : `I read ${pathAt(turn)} next.`,
        `a${turn}`,
      );
      t.calls("read_file", { path: pathAt(turn) }, `c${turn}`);
    });
  return foldRecording(story.events());
}

const IS_PLACE = /^\d/;

interface Counts {
  visits: number;
}

/** A recording that counts how many items of its lists and how many texts are looked at. */
function counted(recording: Recording, counts: Counts): Recording {
  const watch = <T extends object>(list: readonly T[]): readonly T[] =>
    new Proxy(list, {
      get(target, key) {
        if (typeof key === "string" && IS_PLACE.test(key)) counts.visits++;
        return Reflect.get(target, key) as unknown;
      },
    });
  const { session } = recording;
  const watched: Session = {
    ...session,
    turns: watch(session.turns),
    blocks: watch(session.blocks),
    residencies: watch(session.residencies),
    evictions: watch(session.evictions),
    repeats: watch(session.repeats),
  };
  return {
    ...recording,
    session: watched,
    textOf: (version) => {
      counts.visits++;
      return recording.textOf(version);
    },
  };
}

interface Work {
  readonly visits: number;
  readonly steps: number;
  readonly longest: number;
}

/** Every part of the analysis, with its work. */
function worksOf(turns: number): { works: Map<string, Work>; size: number } {
  const counts = { visits: 0 };
  const plain = sessionOf(turns);
  const recording = counted(plain, counts);
  const works = new Map<string, Work>();
  function run<T>(name: string, steps: InSteps<T> | Generator<unknown, T>): T {
    let [visits, taken, longest] = [0, 0, 0];
    for (;;) {
      counts.visits = 0;
      const { done, value } = steps.next();
      visits += counts.visits;
      longest = Math.max(longest, counts.visits);
      taken++;
      if (done !== true) continue;
      works.set(name, { visits, steps: taken, longest });
      return value;
    }
  }
  const plans = run("plans", buildPlansInSteps(recording));
  const evidence = run("evidence", deriveEvidenceInSteps(recording, plans));
  const built = { recording, plans, evidence, bill: holdBill({ recording, evidence }) };
  const input = makeFindingInput(built);
  for (const rule of FINDING_RULES)
    run(
      rule.code,
      (function* steps() {
        for (const one of rule.find(input)) yield one;
      })(),
    );
  run("all rules", findInSteps(built));
  run("cards", buildReportsInSteps(built));
  run("account", buildAccountInSteps(built));
  const { session } = plain;
  const size = session.turns.length + session.blocks.length + session.residencies.length;
  return { works, size };
}

describe("the analysis of a session that names the same things again and again", () => {
  const short = worksOf(TURNS);
  const long = worksOf(TURNS * GROWTH);

  it("looks at no more for each turn when the session is three times as long", () => {
    const grown = [...long.works].flatMap(([name, { visits, steps }]) => {
      const before = short.works.get(name) ?? { visits: 0, steps: 0 };
      const visited = visits / Math.max(before.visits, FEW);
      const paused = steps / Math.max(before.steps, FEW);
      return Math.max(visited, paused) > GROWTH * SLACK ? [{ name, visited, paused }] : [];
    });
    expect(grown).toEqual([]);
  });

  it("goes over the lists of the session only a few times between two pauses", () => {
    const held = [...long.works].filter(([, { longest }]) => longest > PASSES_MAX * long.size);
    expect(held).toEqual([]);
  });
});
