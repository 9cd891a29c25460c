import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildSnapshot } from "@/lib/incident/snapshot";
import type { TimelineView } from "@/lib/incident/snapshot";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { FILE_STYLE } from "./html";
import { pinHref, pinOptions } from "./pin-options";
import { listShownLines } from "./shown-lines";
import { indexColumnTitles, stripModel } from "./strip";
import { stripShapes } from "./strip-shapes";
import { demoStory } from "@/lib/demo";
import { finishSteps } from "@/lib/core/steps";
import { tellInSteps } from "@/lib/incident/incident-source";

const all = finishSteps(tellInSteps(foldRecording(demoStory("publishing-daemon"))));
const notes = [
  { id: "1", turn: 9, pin: "turn", target: null, text: "here", author: "Ada", createdAt: 0 },
] as const;

function daemon(view: Partial<TimelineView> = {}) {
  const incident = { title: "x", severity: null, outcome: null, from: 0, to: 19, annotations: notes };
  return buildSnapshot(all, incident, { turn: null, axis: "time", compress: false, ...view });
}

describe("the strip of the daemon's ninety minutes", () => {
  it("has a row for what left, what was fetched again, findings, notes and the plan", () => {
    const { shapes } = stripShapes(stripModel(daemon()), 960, 9);
    const texts = shapes.flatMap((shape) => (shape.type === "text" ? [shape.text] : []));
    expect(texts).toEqual(expect.arrayContaining(["left", "again", "findings", "notes", "plan", "t+0:24"]));
  });

  it.each([320, 960])("stays within %i pixels, whatever the axis", (width) => {
    for (const axis of ["time", "turns"] as const) {
      const { shapes, columns, height } = stripShapes(stripModel(daemon({ axis })), width, 19);
      for (const { x, width: wide } of columns) expect(x + wide).toBeLessThanOrEqual(width);
      for (const shape of shapes)
        if (shape.type === "rect") {
          expect(shape.x + shape.width).toBeLessThanOrEqual(width + 0.5);
          expect(shape.y + shape.height).toBeLessThanOrEqual(height);
        }
    }
  });

  it("names its turns by the wall clock or by number", () => {
    expect(stripModel(daemon()).columns[9]?.label).toBe("t+0:24");
    expect(stripModel(daemon({ axis: "turns" })).columns[9]?.label).toBe("9");
  });

  it("says how many windows have no known size, and draws no bar for them", () => {
    const snapshot = daemon();
    const turns = snapshot.turns.map((turn, i) => (i < 2 ? { ...turn, tokens: null } : turn));
    const strip = stripModel({ ...snapshot, turns });
    expect(strip.summary).toContain("that of 2 turns is not known");
    expect(strip.bars.some(({ turn }) => turn < 2)).toBe(false);
  });
});

describe("what a note can be pinned to", () => {
  it("is listed by kind within the range, each with a view that shows it", () => {
    const options = pinOptions(all, { from: 10, to: 19 });
    expect(options.eviction).toHaveLength(16);
    expect(options.step.map(({ target }) => target)).toContain("draft-3");
    for (const list of Object.values(options))
      for (const { turn } of list) {
        expect(turn).toBeGreaterThanOrEqual(10);
        expect(turn).toBeLessThanOrEqual(19);
      }
    const [first] = options.eviction;
    expect(pinHref(all, "ses", { pin: "eviction", turn: 16, target: first?.target ?? "" })).toBe(
      `/sessions/ses/evictions?turn=16&sel=${first?.target}`,
    );
    expect(pinHref(all, "ses", { pin: "step", turn: 3, target: "draft-3" })).toContain(
      "/plan?turn=3&sel=step",
    );
  });
});

describe("the colours of a file", () => {
  it("are those of the app, in both themes", () => {
    const [light = "", dark = ""] = readFileSync("app/globals.css", "utf8").split(".dark {");
    const [own = "", ownDark = ""] = FILE_STYLE.split("prefers-color-scheme");
    for (const [style, theme] of [
      [own, light],
      [ownDark, dark],
    ] as const)
      for (const [, name, value] of style.matchAll(/(--[\w-]+):(#[0-9a-f]{6})/g))
        expect(theme).toContain(`${name}: ${value};`);
    expect([...own.matchAll(/--[\w-]+:#/g)].length).toBeGreaterThan(15);
  });
});

describe("the columns of a strip", () => {
  it("say their turn and each of its marks", () => {
    const strip = stripModel(daemon());
    const titles = indexColumnTitles(strip);
    expect(titles.size).toBe(strip.columns.length);
    for (const { turn } of strip.columns) {
      const marks = strip.marks.filter((mark) => mark.turn === turn).map(({ label }) => label);
      const [head, ...rest] = (titles.get(turn) ?? "").split("\n");
      expect(head).toMatch(new RegExp(`^turn ${turn}(,|$)`));
      expect(rest.join("\n")).toBe(marks.join("\n"));
    }
  });
});

it("a long timeline begins with its first lines, and says so", () => {
  const lines = Array.from({ length: 1_200 }, (_, i) => i);
  expect(listShownLines(lines, false)).toEqual({
    shown: lines.slice(0, 500),
    words: "The first 500 of 1,200 lines.",
  });
  expect(listShownLines(lines, true)).toEqual({ shown: lines, words: null });
  expect(listShownLines(lines.slice(0, 500), false).words).toBeNull();
});
