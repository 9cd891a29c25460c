import { fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { FigureFrame } from "./figure-frame";

function Occupancy({ note }: { note?: string }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <FigureFrame
      title="Occupancy"
      summary="42 turns, at most 84,200 tokens."
      asTable={asTable}
      onTable={setAsTable}
      data={() => ({ columns: [{ key: "turn", label: "Turn", numeric: true }], rows: [[0], [1]] })}
      note={note}
    >
      {asTable ? <table aria-label="Turns" /> : <svg role="img" aria-label="Chart" />}
    </FigureFrame>
  );
}

describe("the frame of a figure", () => {
  it("says in a sentence what the figure shows", () => {
    render(<Occupancy note="Two turns were not received." />);
    const figure = within(screen.getByRole("figure"));
    expect(figure.getByText("42 turns, at most 84,200 tokens.")).toBeTruthy();
    expect(figure.getByText("Two turns were not received.")).toBeTruthy();
  });

  it("changes between the chart and the same as a table", () => {
    render(<Occupancy />);
    expect(screen.getByRole("img", { name: "Chart" })).toBeTruthy();
    const button = screen.getByRole("button", { name: "Table" });
    expect(button.getAttribute("aria-pressed")).toBe("false");
    fireEvent.click(button);
    expect(screen.getByRole("table", { name: "Turns" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Chart" }));
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("offers the figure as a picture and its rows as files", async () => {
    render(<Occupancy />);
    fireEvent.click(screen.getByRole("button", { name: "Copy or save this figure" }));
    const items = (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
    expect(items.some((item) => item?.includes("CSV"))).toBe(true);
    expect(items.some((item) => item?.includes("SVG"))).toBe(true);
  });
});
