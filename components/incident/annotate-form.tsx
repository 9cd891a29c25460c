import { useState } from "react";
import type { Snapshot } from "@/lib/incident/snapshot";
import type { PinKind } from "@/lib/incident/incident";
import { PIN_CHOICES } from "@/lib/view/incident/field-choices";
import type { PinOptions } from "@/lib/view/incident/pin-options";
import { makeApiWrite } from "@/lib/api/request/request";
import { formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { LabelledField } from "../ui/labelled-field";
import { Refusal } from "../ui/refusal";

interface Props {
  sessionId: string;
  incidentId: string;
  turn: number;
  range: Pick<Snapshot, "from" | "to">;
  pins: PinOptions;
}

export function AnnotateForm({ sessionId, incidentId, turn, range, pins }: Props) {
  const [kind, setKind] = useState<PinKind>("turn");
  const { busy, error, run } = useAction();
  const options = kind === "turn" ? [] : pins[kind];
  const save = (form: HTMLFormElement) =>
    run(async () => {
      const data = new FormData(form);
      const option = options[Number(data.get("option"))];
      const pin =
        option === undefined
          ? { pin: "turn" as const, target: null, turn: Number(data.get("turn")) }
          : { pin: kind, target: option.target, turn: option.turn };
      await sendJson(
        makeApiWrite(
          "POST",
          "/api/v1/sessions/{id}/incidents/{incidentId}/annotations",
          { id: sessionId, incidentId },
          { body: { ...pin, text: formText(data, "text") } },
        ),
      );
      form.reset();
    });
  return (
    <form
      aria-label="Add a note"
      className="mt-3 grid max-w-3xl grid-cols-1 gap-2 rounded-md bg-sunken p-3 text-xs print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <label className="grid grid-cols-1 gap-1">
          Note on
          <select
            className="field"
            value={kind}
            onChange={(event) => setKind(PIN_CHOICES[event.target.selectedIndex]?.kind ?? "turn")}
          >
            {PIN_CHOICES.map(({ kind: one, words }) => (
              <option key={one} value={one} disabled={one !== "turn" && pins[one].length === 0}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {kind === "turn" ? (
          <div className="w-20" key={turn}>
            <LabelledField
              label="Turn"
              name="turn"
              type="number"
              min={range.from}
              max={range.to}
              defaultValue={turn}
              required
            />
          </div>
        ) : (
          <label className="grid min-w-0 flex-1 basis-60 grid-cols-1 gap-1">
            Which
            <select className="field w-full" name="option" key={kind}>
              {options.map(({ target, turn: at, label }, i) => (
                <option key={`${target} ${at} ${i}`} value={i}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <textarea
        className="field h-16 w-full py-1.5"
        name="text"
        aria-label="Note"
        placeholder="What happened here"
        maxLength={4_000}
        required
      />
      <div className="flex items-center gap-3">
        <button type="submit" className="btn" disabled={busy}>
          Add note
        </button>
        <Refusal message={error} />
      </div>
    </form>
  );
}
