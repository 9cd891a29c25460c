import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import type { AnswerAt } from "@/lib/api/request/request";
import { apiWrite } from "@/lib/api/request/request";
import { viewQuery } from "@/lib/view/sessions/view-query";
import { copyAndSay } from "../data/copy-link";
import { deleteSoon } from "../data/delete-soon";
import { textIn } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { say } from "../data/toast-store";
import { useAction } from "../data/use-action";
import { LabelledField } from "../ui/labelled-field";
import { Modal } from "../ui/modal";
import { ModalForm } from "../ui/modal-form";

export type SavedView = AnswerAt<"/api/v1/views">["views"][number];

interface Props {
  views: readonly SavedView[];
  mayWrite: boolean;
}

export function SavedViews({ views, mayWrite }: Props) {
  const router = useRouter();
  const search = useSearchParams();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const list = views.filter(({ id }) => !gone.has(id));
  const kept = viewQuery(search);
  const current = list.find(({ query }) => query === kept.toString());
  const remove = ({ id, name }: SavedView) => {
    const bringBack = () => setGone((all) => new Set([...all].filter((one) => one !== id)));
    setGone((all) => new Set([...all, id]));
    deleteSoon({
      deletes: [apiWrite("DELETE", "/api/v1/views/{viewId}", { viewId: id })],
      text: `View “${name}” removed`,
      onUndo: bringBack,
      onFailed: bringBack,
    });
  };
  return (
    <>
      {list.length > 0 && (
        <select
          className="field max-w-44"
          aria-label="Saved views"
          value={current?.id ?? ""}
          onChange={({ target: { value } }) => {
            const query = list.find(({ id }) => id === value)?.query ?? "";
            router.push(query === "" ? "/" : `/?${query}`);
          }}
        >
          <option value="">Views…</option>
          {list.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {current !== undefined && mayWrite && (
        <button
          type="button"
          className="btn btn-quiet"
          title={`Saved by ${current.savedBy}, for everybody of the project`}
          onClick={() => remove(current)}
        >
          Remove view
        </button>
      )}
      <button
        type="button"
        className="btn"
        onClick={() => {
          const { origin, href } = window.location;
          copyAndSay(current === undefined ? href : `${origin}/?view=${current.id}`, "Link to this view");
        }}
      >
        Copy link
      </button>
      {current === undefined && mayWrite && kept.size > 0 && <SaveView query={kept.toString()} />}
    </>
  );
}

function SaveView({ query }: { query: string }) {
  const [open, setOpen] = useState(false);
  const { busy, error, run } = useAction();
  return (
    <Modal
      title="Save this view"
      description="Filters, order and columns as they are, under a name, for everybody of the project. A view of the same name is replaced."
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
        busy={busy}
        error={error}
        onSave={(data) =>
          run(async () => {
            const name = textIn(data, "name").trim();
            await sendJson(apiWrite("POST", "/api/v1/views", {}, { body: { name, query } }));
            setOpen(false);
            say(`View “${name}” saved`);
          })
        }
      >
        <LabelledField label="Name" name="name" required maxLength={60} autoFocus />
      </ModalForm>
    </Modal>
  );
}
