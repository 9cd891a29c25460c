import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { HOLD_EARLY } from "./hold-early";
import { repeatEarly } from "./repeat-early";

function Page() {
  const [isOn, setOn] = useState(false);
  const [order, setOrder] = useState("name");
  const [presses, setPresses] = useState(0);
  return (
    <>
      <input type="checkbox" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
      <select value={order} onChange={(event) => setOrder(event.target.value)}>
        <option value="name">name</option>
        <option value="cost">cost</option>
      </select>
      <button type="button" onClick={() => setPresses(presses + 1)}>
        press
      </button>
      <output>{`${isOn} ${order} ${presses}`}</output>
    </>
  );
}

/** Draws the page as a server does, lets somebody act on it, and only then has it answer. */
function actEarly(does: () => void): string | null {
  document.body.innerHTML = `<div>${renderToString(<Page />)}</div>`;
  delete document.documentElement.dataset.hydrated;
  // oxlint-disable-next-line no-eval -- the inline script of the page
  (0, eval)(HOLD_EARLY);
  does();
  const root = document.body.firstElementChild;
  if (root === null) throw new Error("nothing was drawn");
  act(() => void hydrateRoot(root, <Page />));
  document.documentElement.dataset.hydrated = "";
  act(() => repeatEarly());
  return screen.getByRole("status").textContent;
}

it("does once the page answers what was pressed and chosen before", () => {
  const choose = () => fireEvent.change(screen.getByRole("combobox"), { target: { value: "cost" } });
  expect(actEarly(() => screen.getByRole("checkbox").click())).toBe("true name 0");
  expect(actEarly(choose)).toBe("false cost 0");
  expect(actEarly(() => screen.getByRole("button").click())).toBe("false name 1");
  expect(actEarly(() => undefined)).toBe("false name 0");
});
