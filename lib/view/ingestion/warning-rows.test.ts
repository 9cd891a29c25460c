import { describe, expect, it } from "vitest";
import { listWarningFacets, listWarningGroups, listWarningRows } from "./warning-rows";

const warning = (code: string, source: string, count: number) => ({
  code,
  source,
  count,
  message: "what to do about it",
  sample: { name: "chat m", traceId: "", dropped: 12 },
  firstAt: "2026-01-01T10:00:00.000Z",
  lastAt: "2026-01-01T11:00:00.000Z",
});

const warnings = [
  warning("attributes_dropped", "OpenInference", 205),
  warning("no_content", "Codex", 12),
  warning("attributes_dropped", "Traceloop", 3),
];

describe("ingestion warnings", () => {
  it("are named in words, with the fields of their sample that say something", () => {
    expect(listWarningRows(warnings, { kind: "no_content", source: "" })).toMatchObject([
      {
        kind: "No content was captured",
        href: null,
        source: "Codex",
        sample: [
          ["name", "chat m"],
          ["dropped", "12"],
        ],
      },
    ]);
  });

  it("say what to do, and lead to the session in which they were found last", () => {
    const [row] = listWarningRows([{ ...warning("clock_ahead", "", 1), sample: { session: "order/7" } }], {
      kind: "",
      source: "",
    });
    expect(row?.advice).toMatch(/^Set the clock/);
    expect(row?.href).toBe("/sessions/order%2F7");
  });

  it("say once what to do, and name the format of a file in words", () => {
    const all = [
      warning("mirrored_reply", "import: roo_code", 7),
      warning("gateway_reply", "import: roo_code", 2),
    ];
    const groups = listWarningGroups(listWarningRows([...all, ...warnings], { kind: "", source: "" }));
    expect(groups.map(({ rows }) => rows.length)).toEqual([2, 2, 1]);
    expect(groups[0]?.rows[0]?.source).toBe("imported, roo code");
  });

  it("are filtered by kind and source together", () => {
    const left = listWarningRows(warnings, { kind: "attributes_dropped", source: "Traceloop" });
    expect(left.map(({ count }) => count)).toEqual([3]);
    expect(listWarningRows(warnings, { kind: "no_content", source: "Traceloop" })).toEqual([]);
    expect(listWarningRows(warnings, { kind: "", source: "" })).toHaveLength(3);
  });

  it("are counted by kind and by source, the most frequent first", () => {
    const { kinds, sources } = listWarningFacets(warnings);
    expect(kinds.map(({ label, count }) => [label, count])).toEqual([
      ["Attributes were dropped", 208],
      ["No content was captured", 12],
    ]);
    expect(sources.map(({ value }) => value)).toEqual(["OpenInference", "Codex", "Traceloop"]);
  });
});
