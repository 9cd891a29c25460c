"use client";

import { makeApiWrite } from "@/lib/api/request/request";
import type { JudgeFields } from "@/lib/view/judge/judge-fields";
import { readJudgeFields } from "@/lib/view/judge/judge-fields";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { Section } from "./section";

/** The language model that answers questions of meaning. Off until somebody names one. */
export function JudgeSection({ state, today, off, address, callsPerDay, tokensPerDay }: JudgeFields) {
  const { busy, error, run } = useAction();
  return (
    <Section
      title="Judge"
      about="A language model of yours that answers questions of meaning: whether a summary contradicts a fact, whether a correction still binds, what went wrong. Texts of sessions are sent to it with secrets masked. What it says is listed as judged, never as proved."
    >
      <p role="status" className="mb-3 wrap-anywhere">
        <span className="font-medium">{state}</span> <span className="text-xs text-ink-2">{today}</span>
      </p>
      <form
        key={`${state} ${address?.keyPlaceholder}`}
        className="text-xs"
        onSubmit={(event) => {
          event.preventDefault();
          const said = new FormData(event.currentTarget);
          const texts = new Map([...said].map(([name, value]) => [name, String(value)]));
          const body = readJudgeFields(texts, address !== null);
          void run(() => sendJson(makeApiWrite("PUT", "/api/v1/judge", {}, { body })));
        }}
      >
        <div className="grid max-w-2xl grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5">
          {address !== null && (
            <>
              <Field label="Address" name="url" value={address.url} placeholder="http://127.0.0.1:11434/v1" />
              <Field
                label="Model"
                name="model"
                value={address.model}
                placeholder="the name of a model there"
              />
              <Field label="Key" name="key" type="password" value="" placeholder={address.keyPlaceholder} />
            </>
          )}
          <Field label="Calls a day" name="callsPerDay" type="number" value={callsPerDay} />
          <Field label="Tokens a day" name="tokensPerDay" type="number" value={tokensPerDay} />
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <label className="flex items-center gap-1.5">
            <input type="checkbox" name="on" defaultChecked={!off} /> Ask it about sessions that change
          </label>
          <button type="submit" className="btn" disabled={busy}>
            Set judge
          </button>
        </div>
      </form>
      <Refusal message={error} />
    </Section>
  );
}

interface FieldProps {
  label: string;
  name: string;
  value: string | number;
  placeholder?: string;
  type?: "text" | "password" | "number";
}

function Field({ label, name, value, placeholder, type = "text" }: FieldProps) {
  return (
    <label className="contents">
      <span>{label}</span>
      <input
        className={type === "number" ? "field num w-32 text-right" : "field w-full"}
        name={name}
        type={type}
        min={0}
        placeholder={placeholder}
        defaultValue={value}
        autoComplete="off"
        spellCheck={false}
      />
    </label>
  );
}
