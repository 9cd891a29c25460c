import { describe, expect, it } from "vitest";
import { buildSnapshot } from "@/lib/incident/snapshot";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { trace } from "@/lib/testing/trace-builder";
import { buildTimelineAxis } from "./axis";
import { EXPORT_FORMATS, EXPORTS } from "./export";
import { stripModel } from "./strip";
import { finishSteps } from "@/lib/core/steps";
import { tellInSteps } from "@/lib/incident/incident-source";

const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(2)> [a](javascript:b) =1+1`;

const ADDRESS = "http://127.0.0.1:4318/sessions/ses_1/incidents/1";

const events = trace(HOSTILE, { agent: HOSTILE })
  .turn((t) => t.user(HOSTILE).calls("fetch", { url: HOSTILE }, "c1"))
  .turn((t) => t.result("c1", HOSTILE, { label: HOSTILE }).calls("fetch", { url: HOSTILE }, "c2"))
  .turn((t) => t.clear("result:c1"))
  .event({ type: "session.ended", outcome: "wrong", reason: HOSTILE })
  .events();
const note = {
  id: "1",
  turn: 1,
  pin: "block",
  target: "result:c1",
  text: '=HYPERLINK("x")',
  author: "",
  createdAt: 0,
} as const;
const snapshot = buildSnapshot(
  finishSteps(tellInSteps(foldRecording(events))),
  { title: HOSTILE, severity: "serious", outcome: "wrong", from: 0, to: 2, annotations: [note] },
  { turn: 1, axis: "time", compress: false },
);

describe("an exported incident", () => {
  it("runs nothing of a trace, as HTML", () => {
    const html = EXPORTS.html.write(snapshot, ADDRESS);
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).toContain("default-src 'none'");
    expect(html.match(/(?:src|href)=["']/g)).toBeNull();
  });

  it("means nothing of a trace, as Markdown", () => {
    const markdown = EXPORTS.md.write(snapshot, ADDRESS);
    expect(markdown).toContain("\\[a\\]\\(javascript:b\\)");
    expect(markdown).toContain("`[t+0:01]`");
    expect(markdown).not.toMatch(/^<|[^\\]<script/m);
  });

  it("runs no formula of a trace, as CSV", () => {
    expect(EXPORTS.csv.write(snapshot, ADDRESS)).toContain("'=HYPERLINK");
  });

  it("equals the snapshot when it is read back, as JSON", () => {
    expect(JSON.parse(EXPORTS.json.write(snapshot, ADDRESS))).toEqual({
      address: ADDRESS,
      ...(JSON.parse(JSON.stringify(snapshot)) as object),
    });
  });

  it.each(EXPORT_FORMATS)("says what its type is, and where the incident can be opened, as %s", (format) => {
    expect(EXPORTS[format].type).toContain("charset=utf-8");
    expect(EXPORTS[format].write(snapshot, ADDRESS)).toContain(ADDRESS);
  });
});

describe("the axis", () => {
  const at = (minutes: number, turn: number) =>
    ({ ...snapshot.turns[0], turn, at: minutes * 60_000 }) as (typeof snapshot.turns)[number];
  const turns = [0, 1, 2, 3, 300, 301].map(at);

  it("shows idle time at its length, and cut short on request, with a mark", () => {
    expect(buildTimelineAxis(turns, "time", false).gaps).toEqual([]);
    const cut = buildTimelineAxis(turns, "time", true);
    expect(cut.gaps.map(({ label }) => label)).toEqual(["4 h 57 min idle"]);
    expect(cut.starts[4]).toBeLessThan(0.8);
    expect(buildTimelineAxis(turns, "time", false).starts[4]).toBeGreaterThan(0.9);
  });

  it("goes by turns where a time is missing", () => {
    expect(buildTimelineAxis([...turns, { ...at(0, 6), at: null }], "time", true).kind).toBe("turns");
  });

  it("keeps every bar within its box", () => {
    for (const bar of stripModel(snapshot).bars) {
      expect(bar.y).toBeGreaterThanOrEqual(0);
      expect(bar.y + bar.height).toBeLessThanOrEqual(1 + 1e-9);
      expect(bar.x + bar.width).toBeLessThanOrEqual(1 + 1e-9);
    }
  });
});
