import { makeApiWrite } from "@/lib/api/request/request";
import { SESSION_STATE_CHOICES } from "@/lib/view/alerts/alert-choices";
import { SEVERITY_CHOICES } from "@/lib/view/incident/field-choices";
import type { AlertRows } from "@/lib/view/alerts/alert-model";
import { describeProblem } from "@/lib/view/format/problem-words";
import { choiceIn, numberOrNull, formText, textOrNull } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { Labelled } from "./labelled";

const PERCENT = 100;
const GRID = "grid grid-cols-1 gap-3 min-[30rem]:grid-cols-2 lg:grid-cols-4";

const FIELDS = {
  name: { label: "Name of the rule" },
  targets: { label: "Sent to" },
  rule: { label: "The rule" },
  "rule.code": { label: "The finding" },
  "rule.windowShare": { label: "Window over", isPercent: true },
  "rule.cost": { label: "Cost over" },
  "rule.rewrittenShare": { label: "Written again over", isPercent: true },
  "rule.agent": { label: "Agent" },
  "rule.tag": { label: "Tag" },
  "rule.sustainedS": { label: "For at least" },
};

/** An empty field asks for nothing. */
export function NewAlertRule({ receivers, findings }: Pick<AlertRows, "receivers" | "findings">) {
  const { busy, error, problems, run } = useAction();
  return (
    <form
      aria-label="New rule"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void run(async () => {
          const body = bodyOf(new FormData(form));
          await sendJson(makeApiWrite("POST", "/api/v1/alerts/rules", {}, { body }));
          form.reset();
        });
      }}
    >
      <p className="mb-2 text-xs text-ink-2">
        “When a session has all of this, tell them.” An empty field asks for nothing.
      </p>
      <div className={GRID}>
        <Labelled label="Name of the rule">
          <input className="field w-full" name="name" required maxLength={100} />
        </Labelled>
        <Labelled label="At least">
          <select className="field w-full" name="severity" defaultValue="serious">
            <option value="">with or without findings</option>
            <option value="note">a note</option>
            <option value="warning">a warning</option>
            <option value="serious">a serious finding</option>
          </select>
        </Labelled>
        <Labelled label="Finding">
          <select className="field w-full" name="code">
            <option value="">any</option>
            {findings.map(({ family, all, choices }) => (
              <optgroup key={family} label={family}>
                {all !== null && <option value={all}>any about {family}</option>}
                {choices.map(({ code, title }) => (
                  <option key={code} value={code}>
                    {title}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </Labelled>
      </div>
      <details className="mt-3">
        <summary className="min-h-6 w-fit cursor-pointer text-xs text-ink-2">
          More conditions: window, cost, agent, tag, running or ended, for how long
        </summary>
        <div className={`mt-2 ${GRID}`}>
          <Labelled label="Window over … % of its budget">
            <input className="field num w-full" name="share" type="number" min={1} max={500} />
          </Labelled>
          <Labelled label="Cost over … in its currency">
            <input className="field num w-full" name="cost" type="number" min={0} step="any" />
          </Labelled>
          <Labelled label="Written again over … % of its cost">
            <input className="field num w-full" name="rewritten" type="number" min={1} max={100} />
          </Labelled>
          <Labelled label="Agent">
            <input className="field w-full" name="agent" placeholder="any" />
          </Labelled>
          <Labelled label="Tag">
            <input className="field w-full" name="tag" placeholder="any" />
          </Labelled>
          <Labelled label="Session">
            <select className="field w-full" name="state">
              <option value="any">running or ended</option>
              <option value="running">running</option>
              <option value="ended">ended</option>
            </select>
          </Labelled>
          <Labelled label="For at least … seconds">
            <input className="field num w-full" name="sustainedS" type="number" min={0} placeholder="0" />
          </Labelled>
        </div>
      </details>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <legend className="float-left pr-4 text-xs text-ink-3">Sent to</legend>
          {receivers.map(({ id, name }, i) => (
            <label key={id} className="flex items-center gap-1.5">
              <input type="checkbox" name="target" value={id} defaultChecked={i === 0} />
              {name}
            </label>
          ))}
        </fieldset>
        <button type="submit" className="btn" disabled={busy}>
          Add a rule
        </button>
      </div>
      <Refusal message={describeProblem(problems, FIELDS) ?? error} />
    </form>
  );
}

function bodyOf(form: FormData) {
  const text = (name: string) => textOrNull(form, name) ?? undefined;
  const share = numberOrNull(form, "share");
  const cost = numberOrNull(form, "cost");
  const rewritten = numberOrNull(form, "rewritten");
  const sustainedS = numberOrNull(form, "sustainedS");
  const severity = SEVERITY_CHOICES.find((choice) => choice === text("severity"));
  return {
    name: formText(form, "name").trim(),
    targets: form.getAll("target").map(String),
    rule: {
      severity,
      code: text("code"),
      windowShare: share === null ? undefined : share / PERCENT,
      cost: cost ?? undefined,
      rewrittenShare: rewritten === null ? undefined : rewritten / PERCENT,
      agent: text("agent"),
      tag: text("tag"),
      state: choiceIn(form, "state", SESSION_STATE_CHOICES),
      ...(sustainedS !== null && { sustainedS }),
    },
  };
}
