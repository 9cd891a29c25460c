import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { useDrag } from "./use-drag";
// The DOM of the tests has no pointers to capture.
beforeAll(() => {
  Element.prototype.setPointerCapture = () => undefined;
});

const heard: string[] = [];

function Strip() {
  const { drag, handlers } = useDrag({
    fromPx: 6,
    startsAt: (x) => x >= 50,
    onDrag: ({ start, end }) => heard.push(`drag ${start} to ${end}`),
    onPress: ({ x }) => heard.push(`press ${x}`),
  });
  return (
    <div data-testid="strip" {...handlers}>
      {drag === null ? "" : `${drag.end - drag.start} px`}
    </div>
  );
}

function pull(from: number, to: number, button = 0) {
  heard.length = 0;
  cleanup();
  render(<Strip />);
  const strip = screen.getByTestId("strip");
  fireEvent.pointerDown(strip, { clientX: from, button, pointerId: 1 });
  fireEvent.pointerMove(strip, { clientX: to, pointerId: 1 });
  const shown = strip.textContent;
  fireEvent.pointerUp(strip, { clientX: to, button, pointerId: 1 });
  return { heard: [...heard], shown };
}

describe("a drag along a chart", () => {
  it("is shown while it goes on, and told at its end", () => {
    expect(pull(60, 90)).toEqual({ heard: ["drag 60 to 90"], shown: "30 px" });
  });

  it("is a press when it is short, or begins where nothing can be dragged", () => {
    expect(pull(60, 63)).toEqual({ heard: ["press 60"], shown: "" });
    expect(pull(10, 90)).toEqual({ heard: ["press 10"], shown: "" });
  });

  it("is nothing with another button", () => {
    expect(pull(60, 90, 2)).toEqual({ heard: [], shown: "" });
  });
});
