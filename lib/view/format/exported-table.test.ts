import { describe, expect, it } from "vitest";
import { buildExportedCsv, nameExport } from "./exported-table";

const TABLE = { columns: [{ key: "turn", label: "Turn" }], rows: [[1]] };
const SOURCE = { title: "occupancy", session: "Fix it\n# now", policy: null, url: "http://127.0.0.1:4318/x" };

describe("an exported table", () => {
  it("says what it is, of which session and policy, and where, as CSV", () => {
    expect(buildExportedCsv(SOURCE, TABLE).split("\r\n")).toEqual([
      "# Sightglass: occupancy",
      "# Session: Fix it # now",
      "# Policy: not recorded",
      "# Address: http://127.0.0.1:4318/x",
      "Turn",
      "1",
      "",
    ]);
    expect(buildExportedCsv({ ...SOURCE, policy: "sliding-window" }, TABLE)).toContain(
      "# Policy: sliding-window",
    );
    expect(buildExportedCsv({ ...SOURCE, session: null }, TABLE)).not.toContain("Policy");
  });

  it("is named after the figure and its session", () => {
    expect(nameExport(SOURCE, "csv")).toBe("occupancy-Fix-it-now.csv");
    expect(nameExport({ ...SOURCE, session: null }, "svg")).toBe("occupancy.svg");
  });
});
