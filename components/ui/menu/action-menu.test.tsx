import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ActionMenu, type TakeAction } from "./action-menu";
// Loaded before the tests, which wait for the menu a second only.
import "./menu-box";

async function take(action: TakeAction): Promise<void> {
  render(<ActionMenu title="Copy or save" actions={[action]} />);
  fireEvent.click(screen.getByRole("button", { name: "Copy or save" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: action.label }));
}

const said = () => screen.getByRole("status").textContent;

describe("the menu of copies and files", () => {
  it("says that a text was copied, and how much of it", async () => {
    await take({ label: "Copy table", run: () => " 12 rows" });
    await waitFor(() => expect(said()).toBe("Copied 12 rows"));
  });

  it("says that a file was saved", async () => {
    await take({ label: "Save CSV", run: () => undefined });
    await waitFor(() => expect(said()).toBe("Saved"));
  });

  it("says why it could not", async () => {
    await take({ label: "Save CSV", run: () => Promise.reject(new Error("the server answered 503")) });
    await waitFor(() => expect(said()).toBe("the server answered 503"));
  });
});
