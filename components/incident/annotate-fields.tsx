import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { PinKind } from "@/lib/incident/incident";
import { revealText } from "@/lib/view/format/trace-text";
import { makeApiRead, makeApiWrite } from "@/lib/api/request/request";
import { readApi } from "../data/read-api";
import { formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { LabelledField } from "../ui/labelled-field";
import { ModalClose } from "../ui/modal";
import { Refusal } from "../ui/refusal";

/** The target of a note: the id of a block or step, or the code of a finding; `null` for a turn. */
export interface PinTarget {
  readonly pin: PinKind;
  readonly target: string | null;
  readonly turn: number;
}

const NEW = "";

interface Props {
  sessionId: string;
  pin: PinTarget;
  onDone: () => void;
}

export default function AnnotateFields({ sessionId, pin, onDone }: Props) {
  const { busy, error, run } = useAction();
  const router = useRouter();
  const { data, isError } = useQuery({
    queryKey: ["incidents", sessionId],
    queryFn: ({ signal }) =>
      readApi(makeApiRead("/api/v1/sessions/{id}/incidents", { id: sessionId }), signal),
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const fitting = (data?.incidents ?? []).filter(({ from, to }) => from <= pin.turn && pin.turn <= to);
  const incident = chosen ?? fitting[0]?.id ?? NEW;
  const save = (form: FormData) =>
    run(async () => {
      const note = { ...pin, text: formText(form, "text") };
      const made =
        incident === NEW
          ? await sendJson(
              makeApiWrite(
                "POST",
                "/api/v1/sessions/{id}/incidents",
                { id: sessionId },
                {
                  body: {
                    title: formText(form, "title"),
                    range: { from: pin.turn, to: pin.turn },
                    annotations: [note],
                  },
                },
              ),
            )
          : await sendJson(
              makeApiWrite(
                "POST",
                "/api/v1/sessions/{id}/incidents/{incidentId}/annotations",
                { id: sessionId, incidentId: incident },
                { body: note },
              ),
            );
      onDone();
      router.push(`/sessions/${sessionId}/incidents/${made.id}?turn=${pin.turn}`);
    });
  if (isError) return <p className="mt-3 text-xs text-dangling">The incidents could not be read.</p>;
  if (data === undefined) return <p role="status">Looking for incidents</p>;
  return (
    <form
      className="mt-3 grid grid-cols-1 gap-3 text-xs"
      onSubmit={(event) => {
        event.preventDefault();
        void save(new FormData(event.currentTarget));
      }}
    >
      <label className="grid grid-cols-1 gap-1">
        Note
        <textarea className="field h-20 w-full py-1.5" name="text" maxLength={4_000} required autoFocus />
      </label>
      <label className="grid grid-cols-1 gap-1">
        Incident
        <select className="field w-full" value={incident} onChange={(event) => setChosen(event.target.value)}>
          {fitting.map(({ id, title, from, to }) => (
            <option key={id} value={id}>
              {revealText(title)} (turns {from} to {to})
            </option>
          ))}
          <option value={NEW}>A new one, of turn {pin.turn}</option>
        </select>
      </label>
      {incident === NEW && <LabelledField label="Title" name="title" maxLength={200} required />}
      <Refusal message={error} />
      <div className="flex justify-end gap-2">
        <ModalClose>Cancel</ModalClose>
        <button type="submit" className="btn btn-primary" disabled={busy}>
          Add note
        </button>
      </div>
    </form>
  );
}
