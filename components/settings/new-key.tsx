import { makeApiWrite } from "@/lib/api/request/request";
import { choiceIn, formText, numberOrNull, textOrNull } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { Labelled } from "./labelled";

const LIVES = [
  { days: null, label: "no end" },
  { days: 30, label: "30 days" },
  { days: 90, label: "90 days" },
  { days: 365, label: "a year" },
] as const;

const SCOPES = { ingest: ["ingest"], read: ["read"], both: ["ingest", "read"] } as const;

export function NewKey({ onMade }: { onMade: (secret: string) => void }) {
  const { busy, error, run } = useAction();
  const make = async (form: FormData) => {
    const body = {
      name: formText(form, "name"),
      scopes: SCOPES[choiceIn(form, "scopes", ["ingest", "read", "both"])],
      agent: textOrNull(form, "agent"),
      expiresInDays: numberOrNull(form, "days"),
    };
    const { secret } = await sendJson(makeApiWrite("POST", "/api/v1/keys", {}, { body }));
    onMade(secret);
  };
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void run(async () => {
          await make(new FormData(form));
          form.reset();
        });
      }}
    >
      <Labelled label="Name of the key">
        <input className="field w-48" name="name" required />
      </Labelled>
      <Labelled label="Scopes">
        <select className="field" name="scopes">
          <option value="ingest">ingest</option>
          <option value="read">read</option>
          <option value="both">ingest and read</option>
        </select>
      </Labelled>
      <Labelled label="For one agent">
        <input className="field w-40" name="agent" placeholder="any" />
      </Labelled>
      <Labelled label="Works for">
        <select className="field" name="days">
          {LIVES.map(({ days, label }) => (
            <option key={label} value={days ?? ""}>
              {label}
            </option>
          ))}
        </select>
      </Labelled>
      <button type="submit" className="btn" disabled={busy}>
        Create a key
      </button>
      <Refusal message={error} />
    </form>
  );
}
