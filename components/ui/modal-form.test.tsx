import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { LabelledField } from "./labelled-field";
import { Modal } from "./modal";
// Loaded before the tests, which wait for the dialog a second only.
import "./modal-box";
import { ModalForm } from "./modal-form";

function NamedThing({ error, onSave }: { error: string | null; onSave: (data: FormData) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <Modal title="New name" trigger={<button>Rename</button>} open={open} onOpen={setOpen}>
      <ModalForm verb="Save" busy={false} error={error} onSave={onSave}>
        <LabelledField label="Name" name="name" hint="At most 80 letters." />
      </ModalForm>
    </Modal>
  );
}

async function opened(error: string | null = null) {
  const saved: FormData[] = [];
  render(<NamedThing error={error} onSave={(data) => void saved.push(data)} />);
  fireEvent.click(screen.getByRole("button", { name: "Rename" }));
  await screen.findByRole("dialog");
  return saved;
}

describe("a form in a dialog", () => {
  it("is named by its title, and hands over what was typed", async () => {
    const saved = await opened();
    expect(screen.getByRole("dialog", { name: "New name" })).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Refund, Tuesday" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(saved.map((data) => data.get("name"))).toEqual(["Refund, Tuesday"]);
  });

  it("tells a reader what a field expects", async () => {
    await opened();
    const described = screen.getByLabelText("Name").getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toBe("At most 80 letters.");
  });

  it("keeps what was typed when it is refused, and says why", async () => {
    await opened("name: expected at most 80 letters");
    expect(screen.getByText("name: expected at most 80 letters")).toBeTruthy();
    expect(screen.getByRole("dialog")).toBeTruthy();
  });

  it.each([
    ["Cancel", () => fireEvent.click(screen.getByRole("button", { name: "Cancel" }))],
    ["Escape", () => fireEvent.keyDown(screen.getByLabelText("Name"), { key: "Escape" })],
  ])("is left by %s without saving", async (_way, leave) => {
    const saved = await opened();
    leave();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(saved).toEqual([]);
  });
});
