import { FORMAT_CHOICES } from "@/lib/view/alerts/alert-choices";
import { makeApiWrite } from "@/lib/api/request/request";
import { choiceIn, formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";

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
      className="flex flex-wrap items-center gap-2"
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
      <input className="field w-40" name="name" aria-label="Name of the target" placeholder="Name" required />
      <input
        className="field w-72"
        name="url"
        type="url"
        aria-label="Address"
        placeholder="https://…"
        required
      />
      <select className="field" name="format" aria-label="Format">
        <option value="json">JSON</option>
        <option value="slack">Slack</option>
        <option value="email">e-mail gateway</option>
      </select>
      <button type="submit" className="btn" disabled={busy}>
        Add a target
      </button>
      <Refusal message={error} />
    </form>
  );
}
