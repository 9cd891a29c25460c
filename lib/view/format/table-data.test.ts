import { describe, expect, it } from "vitest";
import { toCsv, toJson, toMarkdown } from "./table-data";

const table = {
  columns: [
    { key: "name", label: "Name" },
    { key: "tokens", label: "Tokens", numeric: true },
  ],
  rows: [
    ['=HYPERLINK("http://x","y")', -12],
    [" @cmd", null],
    ["a,b\n![](http://x)|", 3],
  ],
};

describe("an exported table", () => {
  it("runs nothing in a spreadsheet, and keeps figures", () => {
    expect(toCsv(table)).toBe(
      'Name,Tokens\r\n"\'=HYPERLINK(""http://x"",""y"")",-12\r\n\' @cmd,\r\n"a,b\n![](http://x)|",3\r\n',
    );
  });

  it.each([
    "=1+1",
    "+1",
    "-1+1|cmd",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    " =1",
    "\n=1",
    "\u00a0=1",
    "＝1",
    "＋1",
    "－1",
    "＠SUM(A1)",
    "\u200b=1",
    "\ufeff=1",
  ])("keeps a spreadsheet from taking a text for a formula: %j", (text) => {
    const cell = toCsv({ columns: [{ key: "a", label: "A" }], rows: [[text]] }).split("\r\n", 2)[1] ?? "";
    expect(cell.replace(/^"/, "").startsWith("'")).toBe(true);
  });

  it("is inert as Markdown", () => {
    expect(toMarkdown(table).split("\n").slice(1, 5)).toEqual([
      "| --- | --: |",
      '| =HYPERLINK\\("http://x","y"\\) | -12 |',
      "|  @cmd | – |",
      "| a,b \\!\\[\\]\\(http://x\\)\\| | 3 |",
    ]);
  });

  it("names its address in JSON", () => {
    expect(JSON.parse(toJson(table, { title: "T", url: "http://u" }))).toMatchObject({
      title: "T",
      url: "http://u",
      rows: [{ name: '=HYPERLINK("http://x","y")', tokens: -12 }, { tokens: null }, {}],
    });
  });
});
