import { describe, expect, it } from "vitest";
import { exportedCsv, exportedName } from "./exported-table";

const TABLE = { columns: [{ key: "turn", label: "Turn" }], rows: [[1]] };
const SOURCE = { title: "occupancy", session: "Fix it\n# now", policy: null, url: "http://127.0.0.1:4318/x" };

describe("an exported table", () => {
  it("says what it is, of which session and policy, and where, as CSV", () => {
    expect(exportedCsv(SOURCE, TABLE).split("\r\n")).toEqual([
      "# Sightglass: occupancy",
      "# Session: Fix it # now",
      "# Policy: not recorded",
      "# Address: http://127.0.0.1:4318/x",
      "Turn",
      "1",
      "",
    ]);
    expect(exportedCsv({ ...SOURCE, policy: "sliding-window" }, TABLE)).toContain("# Policy: sliding-window");
    expect(exportedCsv({ ...SOURCE, session: null }, TABLE)).not.toContain("Policy");
  });

  it("is named after the figure and its session", () => {
    expect(exportedName(SOURCE, "csv")).toBe("occupancy-Fix-it-now.csv");
    expect(exportedName({ ...SOURCE, session: null }, "svg")).toBe("occupancy.svg");
  });
});
