import { describe, expect, it } from "vitest";
import { buildFigureSvg } from "./figure-svg";

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect/></svg>';
const about = {
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
    expect(long.match(/">x{46}</g)).toHaveLength(4);
  });
});
