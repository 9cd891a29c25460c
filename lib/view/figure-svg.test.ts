import { describe, expect, it } from "vitest";
import { buildFigureSvg } from "./figure-svg";

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect/></svg>';
const about = {
  story: null,
  title: "Peak <b> 184k tokens",
  of: "Overview · session · Sightglass",
  legend: [
    { text: "Tool results", color: "var(--kind-tool)", sign: null },
    { text: "cleared", color: null, sign: { svg: '<svg width="9"/>', width: 9, height: 9 } },
  ],
  link: "http://127.0.0.1:4318/sessions/ses_1?turn=3",
};

describe("an exported figure", () => {
  const svg = buildFigureSvg(drawing, { width: 300, height: 100 }, about, (color) => `[${color}]`);

  it("has its title, its session, its legend and its address", () => {
    for (const text of ["Peak &lt;b&gt; 184k tokens", about.of, "Tool results", "cleared", "ses_1?turn=3"])
      expect(svg).toContain(text);
    expect(svg).toContain('fill="[var(--kind-tool)]"');
  });

  it("holds the drawing below its title, within its bounds", () => {
    const [, y, height] = /<svg x="16" y="(\d+)".*?/.exec(svg) ?? [];
    expect(height).toBeUndefined();
    expect(Number(y)).toBeGreaterThan(40);
    expect(Number(/height="(\d+)" viewBox/.exec(svg)?.[1])).toBeGreaterThan(Number(y) + 100);
  });

  it("breaks long titles and addresses into lines that fit", () => {
    const long = buildFigureSvg(
      drawing,
      { width: 300, height: 100 },
      { ...about, link: "x".repeat(200) },
      String,
    );
    expect(long.match(/">x{40}</g)).toHaveLength(5);
  });

  it("says first what happened, and stays within its width in a wide font", () => {
    const story = "Compacted once (turn 126): 415 blocks became 1 summary. $10.23, of it $1.57 avoidable.";
    const svg = buildFigureSvg(drawing, { width: 300, height: 100 }, { ...about, story }, String);
    const lines = [...svg.matchAll(/<text [^>]*font-weight="600"[^>]*>([^<]*)</g)].map(
      ([, text = ""]) => text,
    );
    expect(lines.join(" ")).toBe(`${story} Peak &lt;b&gt; 184k tokens`);
    for (const line of lines) expect(line.length * 8.4).toBeLessThanOrEqual(300 + 16);
  });
});
