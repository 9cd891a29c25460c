import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { TurnField } from "./turn-field";

function Chosen({ start }: { start: number }) {
  const [turn, setTurn] = useState(start);
  return (
    <>
      <TurnField label="Turn" value={turn} min={0} max={12} onChange={setTurn} />
      <output>{turn}</output>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("Turn");
const chosen = () => screen.getByRole("status").textContent;

function type(keys: string): void {
  for (let i = 1; i <= keys.length; i++) fireEvent.change(field(), { target: { value: keys.slice(0, i) } });
}

describe("the field for a turn", () => {
  it("keeps every key that is typed, and goes there on Enter", () => {
    render(<Chosen start={3} />);
    type("11");
    expect(field().value).toBe("11");
    expect(chosen()).toBe("3");
    fireEvent.keyDown(field(), { key: "Enter" });
    expect(chosen()).toBe("11");
  });

  it("goes one back and one on, and no further than the session", () => {
    render(<Chosen start={11} />);
    fireEvent.click(screen.getByRole("button", { name: "Turn: next turn" }));
    expect(chosen()).toBe("12");
    expect(screen.getByRole("button", { name: "Turn: next turn" }).hasAttribute("disabled")).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Turn: previous turn" }));
    expect(chosen()).toBe("11");
  });

  it.each(["99", "-1", "2.5", "x"])("stays where it is for %s, which is no turn of the session", (typed) => {
    render(<Chosen start={3} />);
    type(typed);
    fireEvent.keyDown(field(), { key: "Enter" });
    expect(chosen()).toBe("3");
  });
});
