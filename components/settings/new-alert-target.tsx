import { FORMAT_CHOICES } from "@/lib/view/alerts/alert-choices";
import { makeApiWrite } from "@/lib/api/request/request";
import { choiceIn, formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { Labelled } from "./labelled";

function bodyOf(form: FormData) {
  return {
    name: formText(form, "name"),
    url: formText(form, "url"),
    format: choiceIn(form, "format", FORMAT_CHOICES),
  };
}

export function NewAlertTarget({ onMade }: { onMade: (secret: string) => void }) {
  const { busy, error, run } = useAction();
  return (
    <form
      aria-label="New address"
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void run(async () => {
          const body = bodyOf(new FormData(form));
          const { secret } = await sendJson(makeApiWrite("POST", "/api/v1/alerts/targets", {}, { body }));
          onMade(secret);
          form.reset();
        });
      }}
    >
      <Labelled label="Name of the address">
        <input className="field w-40" name="name" required />
      </Labelled>
      <Labelled label="Address">
        <input className="field w-72 max-w-full" name="url" type="url" placeholder="https://…" required />
      </Labelled>
      <Labelled label="Format">
        <select className="field" name="format">
          <option value="json">JSON</option>
          <option value="slack">Slack</option>
          <option value="email">e-mail gateway</option>
        </select>
      </Labelled>
      <button type="submit" className="btn" disabled={busy}>
        Add the address
      </button>
      <Refusal message={error} />
    </form>
  );
}
