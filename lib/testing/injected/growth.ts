import type { TraceBuilder } from "../trace-builder";
import { trace } from "../trace-builder";
import type { Draw } from "./draw";
import type { Injected, Injections } from "./injection";

const ANSWER = 100;

function windows(draw: Draw, sizes: readonly number[], budget?: number): TraceBuilder {
  const story = trace(`injected-${draw.int(0, 1e9)}`, budget === undefined ? {} : { budget });
  for (const size of sizes) {
    const said = draw.words(2, 9);
    story.turn((t) => t.user(said).usage(size, ANSWER));
  }
  return story;
}

function rising(draw: Draw, from: number, least: number, most: number): number[] {
  const sizes = [from];
  for (let left = draw.int(least, most) - 1; left > 0; left--)
    sizes.push((sizes.at(-1) ?? from) + draw.int(ANSWER + 1, 900));
  return sizes;
}

function at(builder: TraceBuilder, ...turns: number[]): Injected {
  return { events: builder.events(), blocks: [], turns };
}

export const GROWTH_INJECTIONS: Injections = {
  "context.spike": (draw, isFaulty) => {
    const before = rising(draw, draw.int(2_000, 9_000), 1, 8);
    const jump = isFaulty ? draw.int(4_001, 60_000) : draw.int(1, 3_900);
    const after = rising(draw, (before.at(-1) ?? 0) + jump, 1, 6);
    return at(windows(draw, [...before, ...after]), before.length);
  },

  "context.budget_projected": (draw, isFaulty) => {
    const sizes = rising(draw, draw.int(2_000, 9_000), 2, 9);
    const last = sizes.at(-1) ?? 0;
    const budget = last + ANSWER + (isFaulty ? -draw.int(1, ANSWER) : draw.int(0, ANSWER));
    return at(windows(draw, sizes, budget), sizes.length - 1);
  },

  "context.budget_exceeded": (draw, isFaulty) => {
    const sizes = rising(draw, draw.int(2_000, 9_000), 2, 9);
    const budget = (sizes.at(-1) ?? 0) + (isFaulty ? -1 : draw.int(0, 900));
    return at(windows(draw, sizes, budget), sizes.length - 1);
  },

  "context.tool_results_dominate": (draw, isFaulty) => {
    const [talk, share] = [draw.int(4_000, 9_000), draw.int(isFaulty ? 70 : 5, isFaulty ? 95 : 50) / 100];
    const size = Math.round((talk * share) / (1 - share));
    const story = trace(`injected-${draw.int(0, 1e9)}`)
      .turn((t) => t.user(talk).calls("search", { q: draw.word() }, "big"))
      .turn((t) => t.result("big", isFaulty ? Math.max(size, 9_000) : size));
    return at(story, 1);
  },

  "context.turns_left": (draw, isFaulty) => {
    const [step, turns] = [draw.int(200, 2_000), draw.int(3, 9)];
    const sizes = Array.from({ length: turns }, (_, i) => 3_000 + i * step);
    const left = isFaulty ? draw.int(1, 5) : draw.int(7, 40);
    return at(windows(draw, sizes, (sizes.at(-1) ?? 0) + left * step + 1), turns - 1);
  },

  "checkpoint.repeated": (draw, isFaulty) => {
    const sizes = rising(draw, 2_000, 5, 9);
    const story = windows(draw, sizes);
    const restarts = isFaulty ? draw.int(2, 4) : draw.int(0, 1);
    for (let turn = 1; turn <= restarts; turn++) story.event({ type: "session.restarted", turn });
    return at(story, 1);
  },

  "checkpoint.incomplete": (draw, isFaulty) => {
    const task = draw.words(4, 12);
    const story = trace(`injected-${draw.int(0, 1e9)}`).turn((t) => t.user(task).says("Yes."));
    story.turn((t) => t.user("Go on.").says("Done."));
    const whole: Record<string, unknown> = {
      goal: task,
      constraints: [],
      decisions: [{ what: "go on", why: "it is asked for" }],
      rejected: [],
      todo: ["go on"],
      refs: [],
      next_step: "go on",
    };
    const names = Object.keys(whole);
    const left = names[draw.int(0, names.length - 1)] ?? "";
    const state = isFaulty
      ? Object.fromEntries(Object.entries(whole).filter(([name]) => name !== left))
      : whole;
    return at(story.event({ type: "checkpoint.taken", turn: 1, state: state as Record<string, string> }), 1);
  },

  "checkpoint.too_early": (draw, isFaulty) => {
    const sizes = rising(draw, draw.int(2_000, 9_000), 2, 7);
    const turn = draw.int(0, sizes.length - 1);
    const share = draw.int(isFaulty ? 5 : 42, isFaulty ? 38 : 95) / 100;
    const story = windows(draw, sizes, Math.ceil((sizes[turn] ?? 0) / share));
    return at(story.event({ type: "checkpoint.taken", turn, state: {} }), turn);
  },
};
