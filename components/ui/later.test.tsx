import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { toastsNow } from "../data/toast-store";
import { makeLater } from "./later";

function Part({ name }: { name: string }) {
  return <p>{`part ${name}`}</p>;
}

/** A part that is loaded when the test says so. */
function makePart() {
  const waiting: { resolve: () => void; reject: () => void }[] = [];
  const Later = makeLater<{ name: string }>(
    () =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve: () => resolve({ default: Part }), reject: () => reject(new Error("gone")) });
      }),
  );
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onPointerEnter={Later.loadAhead} onClick={() => setOpen(true)}>
          {open ? "opened" : "open"}
        </button>
        {open && <Later name="a" waiting={<p>waiting</p>} onFailed={() => setOpen(false)} />}
      </>
    );
  }
  return { Page, waiting };
}

it("stands in the moment of the press when it was loaded ahead", async () => {
  const { Page, waiting } = makePart();
  render(<Page />);
  fireEvent.pointerEnter(screen.getByRole("button"));
  await act(async () => waiting[0]?.resolve());
  fireEvent.click(screen.getByRole("button"));
  expect(screen.getByText("part a")).toBeDefined();
  expect(waiting).toHaveLength(1);
});

it("says that it comes, and stands once it is there", async () => {
  const { Page, waiting } = makePart();
  render(<Page />);
  fireEvent.click(screen.getByRole("button"));
  expect(screen.getByText("waiting")).toBeDefined();
  await act(async () => waiting[0]?.resolve());
  expect(screen.getByText("part a")).toBeDefined();
});

it("says that it could not be loaded, and tries again at the next press", async () => {
  const { Page, waiting } = makePart();
  render(<Page />);
  fireEvent.click(screen.getByRole("button"));
  await act(async () => waiting[0]?.reject());
  expect(toastsNow().at(-1)?.text).toMatch(/^This could not be loaded: /);
  expect(toastsNow().at(-1)?.action?.label).toBe("Load the page again");
  expect(screen.queryByText("waiting")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "open" }));
  await act(async () => waiting[1]?.resolve());
  expect(screen.getByText("part a")).toBeDefined();
});
