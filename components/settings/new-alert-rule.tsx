"use client";

import { ALERT_SESSION_STATES } from "@/lib/core/alert/rule";
import { SEVERITIES } from "@/lib/core/findings/rule/finding";
import type { AlertTargetRow } from "@/lib/view/alert-model";
import { apiWrite } from "@/lib/api/request/request";
import { choiceIn, numberOrNull, textIn, textOrNull } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";

const PERCENT = 100;

/** Makes a rule. An empty field asks for nothing. */
export function NewAlertRule({ targets }: { targets: readonly AlertTargetRow[] }) {
  const { busy, error, run } = useAction();
  return (
    <form
      className="mt-3 flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void run(async () => {
          const body = bodyOf(new FormData(form));
          await sendJson(apiWrite("POST", "/api/v1/alerts/rules", {}, { body }));
          form.reset();
        });
      }}
    >
      <input className="field w-40" name="name" aria-label="Name of the rule" placeholder="Name" required />
      <select className="field" name="severity" aria-label="Severity" defaultValue="serious">
        <option value="">any severity</option>
        <option value="note">note or worse</option>
        <option value="warning">warning or worse</option>
        <option value="serious">serious</option>
      </select>
      <input className="field w-32" name="code" aria-label="Code of findings" placeholder="code or gate.*" />
      <input
        className="field num w-28"
        name="share"
        type="number"
        min={1}
        max={500}
        aria-label="Window, percent of its budget"
        placeholder="window ≥ %"
      />
      <input className="field w-28" name="agent" aria-label="Agent" placeholder="agent" />
      <input className="field w-24" name="tag" aria-label="Tag" placeholder="tag" />
      <select className="field" name="state" aria-label="State of the session">
        <option value="any">running or ended</option>
        <option value="running">running</option>
        <option value="ended">ended</option>
      </select>
      <input
        className="field num w-28"
        name="sustainedS"
        type="number"
        min={0}
        aria-label="Seconds that it has to hold"
        placeholder="for seconds"
      />
      <select className="field" name="target" aria-label="Sent to">
        {targets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" className="btn" disabled={busy}>
        Add a rule
      </button>
      <Refusal message={error} />
    </form>
  );
}

function bodyOf(form: FormData) {
  const text = (name: string) => textOrNull(form, name) ?? undefined;
  const share = numberOrNull(form, "share");
  const sustainedS = numberOrNull(form, "sustainedS");
  const severity = SEVERITIES.find((one) => one === text("severity"));
  return {
    name: textIn(form, "name").trim(),
    targets: [textIn(form, "target")],
    rule: {
      severity,
      code: text("code"),
      windowShare: share === null ? undefined : share / PERCENT,
      agent: text("agent"),
      tag: text("tag"),
      state: choiceIn(form, "state", ALERT_SESSION_STATES),
      ...(sustainedS !== null && { sustainedS }),
    },
  };
}
