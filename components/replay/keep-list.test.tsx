import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { KeepList } from "./keep-list";

afterEach(cleanup);

const block = {
  blockId: "result:c1",
  source: "tool_result" as const,
  label: "src/<b>cart</b>.ts",
  toolName: "read",
  tokens: 1_030,
  leftTurn: 3,
  wantedTurn: 9,
  price: 0.007,
};

it("says what to keep and its price, and lists the blocks as text", () => {
  const keep = { blocks: [block], blocksTotal: 1, tokens: 1_030, price: 0.007, currency: "USD", changed: 0 };
  render(<KeepList keep={keep} />);
  const region = screen.getByRole("region", { name: "What would have kept it" });
  expect(region.textContent).toContain("Keep this block: 1k tokens, $0.0070.");
  expect(screen.getByRole("rowheader", { hidden: true }).textContent).toBe("read src/<b>cart</b>.ts");
  expect(region.querySelector("b")).toBeNull();
});

it("draws nothing for a replay that was saved before there was such a list", () => {
  const { container } = render(<KeepList keep={null} />);
  expect(container.innerHTML).toBe("");
});
