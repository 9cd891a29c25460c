import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
// Loaded before the tests, whose clocks do not wait for it.
import "./away-watch";
import { FailedPage } from "./failed-page";

afterEach(() => vi.unstubAllGlobals());

function answerHealth(nodes: () => object | null) {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ nodes: nodes() }))));
}

it("says of a page of another build that Sightglass has changed, and loads it whole", () => {
  const again = vi.fn();
  const error = Object.assign(new Error("Failed to load chunk /a.js"), { name: "ChunkLoadError" });
  render(<FailedPage error={error} again={again} />);
  expect(screen.getByText("Sightglass has changed since this page was opened")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Load the page again" }));
  expect(again).not.toHaveBeenCalled();
});

it("tries everything else again", () => {
  const again = vi.fn();
  render(<FailedPage error={Object.assign(new Error("a"), { digest: "42" })} again={again} />);
  expect(screen.getByText(/The server's log knows this problem as 42/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(again).toHaveBeenCalledOnce();
});

it("names the node of the database that is away, and tries again when it is back", async () => {
  vi.useFakeTimers();
  let away = 1;
  answerHealth(() => ({ all: 3, away, ids: [2].slice(0, away) }));
  const again = vi.fn();
  render(<FailedPage error={Object.assign(new Error("a"), { digest: "42" })} again={again} />);
  await act(() => vi.dynamicImportSettled());
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(screen.getByText(/^Node 2 of the database, one of 3, is away\./)).toBeDefined();
  expect(screen.queryByText(/Something went wrong/)).toBeNull();
  expect(again).not.toHaveBeenCalled();
  away = 0;
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(again).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
