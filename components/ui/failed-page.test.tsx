import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FailedPage } from "./failed-page";

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
