import { useRouter, useSearchParams } from "next/navigation";
import { useState, useSyncExternalStore } from "react";
import { copyAndSay } from "../data/copy-link";
import { Modal } from "../ui/modal";
import { ModalForm } from "../ui/modal-form";
import { LabelledField } from "../ui/labelled-field";
import { say } from "../data/toast-store";
import { onSavedViews, savedViewsNow, saveView, forgetView } from "./view-store";

/** Filtered lists that the user saved under a name. They stay in this browser. */
export function SavedViews() {
  const router = useRouter();
  const search = useSearchParams();
  const views = useSyncExternalStore(onSavedViews, savedViewsNow, () => "[]");
  const list = JSON.parse(views) as readonly { name: string; query: string }[];
  const [open, setOpen] = useState(false);
  const kept = new URLSearchParams([...search].filter(([name]) => name !== "cursor")).toString();
  const current = list.find(({ query }) => query === kept);
  return (
    <>
      {list.length > 0 && (
        <select
          className="field max-w-44"
          aria-label="Saved views"
          value={current?.name ?? ""}
          onChange={(event) => {
            const view = list.find(({ name }) => name === event.target.value);
            router.push(view === undefined || view.query === "" ? "/" : `/?${view.query}`);
          }}
        >
          <option value="">Views…</option>
          {list.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
      {current !== undefined && (
        <button
          type="button"
          className="btn btn-quiet"
          onClick={() => {
            forgetView(current.name);
            say(`View “${current.name}” forgotten`, {
              label: "Undo",
              run: () => saveView(current.name, current.query),
            });
          }}
        >
          Forget
        </button>
      )}
      <button
        type="button"
        className="btn"
        onClick={() => copyAndSay(window.location.href, "Link to this view")}
      >
        Copy link
      </button>
      {current === undefined && kept !== "" && (
        <Modal
          title="Save this view"
          description="Filters, order and columns as they are, under a name, in this browser."
          trigger={
            <button type="button" className="btn">
              Save view
            </button>
          }
          open={open}
          onOpen={setOpen}
        >
          <ModalForm
            verb="Save"
            busy={false}
            error={null}
            onSave={(data) => {
              const name = data.get("name");
              if (typeof name !== "string" || name.trim() === "") return;
              saveView(name.trim(), kept);
              setOpen(false);
            }}
          >
            <LabelledField label="Name" name="name" required maxLength={60} autoFocus />
          </ModalForm>
        </Modal>
      )}
    </>
  );
}
