import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { TableColumn } from "./columns";
import { Table } from "./table";
// Loaded before the tests, which wait for the menu a second only.
import "../menu/menu-box";

interface Tool {
  readonly name: string;
  readonly tokens: number | null;
}

const COLUMNS: readonly TableColumn<Tool>[] = [
  { id: "name", label: "Tool", heading: true, cell: ({ name }) => name, value: ({ name }) => name },
  {
    id: "tokens",
    label: "Tokens",
    numeric: true,
    cell: ({ tokens }) => tokens ?? "–",
    value: ({ tokens }) => tokens,
  },
  { id: "open", label: "", cell: ({ name }) => <button type="button">Open {name}</button> },
];
const TOOLS: readonly Tool[] = ["read", "grep", "bash", "edit", "glob", "list", "fetch", "think"].map(
  (name, i) => ({ name, tokens: i === 3 ? null : (i * 7) % 5 }),
);

function show(rows = TOOLS) {
  render(<Table label="Tools" columns={COLUMNS} rows={rows} rowId={({ name }) => name} />);
}

const names = () => screen.getAllByRole("rowheader").map((cell) => cell.textContent);

describe("a table", () => {
  it("sorts by a heading, up, down, and back to the given order; what is unknown stands last", () => {
    show();
    const given = TOOLS.map(({ name }) => name);
    expect(names()).toEqual(given);
    const sort = () => fireEvent.click(screen.getByRole("button", { name: "Tokens" }));
    const head = () => screen.getByRole("columnheader", { name: "Tokens" }).getAttribute("aria-sort");
    sort();
    expect(head()).toBe("ascending");
    expect([names()[0], names().at(-1)]).toEqual(["read", "edit"]);
    sort();
    expect(head()).toBe("descending");
    expect(names().at(-1)).toBe("edit");
    sort();
    expect(head()).toBe("none");
    expect(names()).toEqual(given);
  });

  it("ends the heading of numbers where they end, whatever it is sorted by", () => {
    show();
    const heads = ["Tool", "Tokens"].map((name) => screen.getByRole("columnheader", { name }));
    expect(heads.map(({ textContent }) => textContent)).toEqual(["Tool↑", "↑Tokens"]);
    fireEvent.click(screen.getByRole("button", { name: "Tokens" }));
    expect(screen.getByRole("columnheader", { name: "Tokens" }).textContent).toBe("↑Tokens");
  });

  it("finds rows by their text and says how many there are", () => {
    show();
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "REA" } });
    expect(names()).toEqual(["read"]);
    expect(screen.getByRole("status").textContent).toBe("1 of 8 rows");
  });

  it("hides a column, and never the one that names the row", async () => {
    show();
    fireEvent.click(screen.getByRole("button", { name: "Columns" }));
    const menu = within(await screen.findByRole("menu"));
    expect(menu.queryByRole("menuitemcheckbox", { name: "Tool" })).toBeNull();
    fireEvent.click(menu.getByRole("menuitemcheckbox", { name: /Tokens/ }));
    expect(screen.queryByRole("columnheader", { name: "Tokens", hidden: true })).toBeNull();
    expect(screen.getAllByRole("rowheader", { hidden: true })).toHaveLength(8);
  });

  it("has no tools when a glance is enough", () => {
    show(TOOLS.slice(0, 3));
    expect(screen.queryByRole("searchbox")).toBeNull();
    expect(names()).toHaveLength(3);
  });
});
