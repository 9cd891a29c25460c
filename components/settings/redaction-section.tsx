"use client";

import { useState } from "react";
import { makeApiWrite } from "@/lib/api/request/request";
import { describeProblem } from "@/lib/view/format/problem-words";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { Section } from "./section";

interface Rule {
  readonly name: string;
  readonly kind: "text" | "regex";
  readonly pattern: string;
}

interface Switch {
  readonly id: string;
  readonly label: string;
  readonly usual: boolean;
}

interface Props {
  rules: { readonly rules: readonly Rule[]; readonly off: readonly string[]; readonly on: readonly string[] };
  switches: readonly Switch[];
}

/** How the ids of these classes begin, as in `phone-de`. */
const PHONES = "phone-";
const KINDS = { text: "text, * for anything", regex: "regular expression" };

export function RedactionSection({ rules: { rules, off, on }, switches }: Props) {
  const { busy, error, problems, run } = useAction();
  const save = (next: Partial<Props["rules"]>) =>
    sendJson(makeApiWrite("PUT", "/api/v1/redaction-rules", {}, { body: { rules, off, on, ...next } }));
  const isOn = ({ id, usual }: Switch) => (usual ? !off.includes(id) : on.includes(id));
  const turn = ({ id, usual }: Switch, wanted: boolean) => {
    const without = (ids: readonly string[]) => ids.filter((one) => one !== id);
    return usual
      ? save({ off: wanted ? without(off) : [...off, id] })
      : save({ on: wanted ? [...on, id] : without(on) });
  };
  return (
    <Section
      title="Redaction"
      about="What new links mask. Existing links do not change. A preview shows every hit before a link is made."
    >
      <RuleList
        rules={rules}
        busy={busy}
        onRemove={(rule) => void run(() => save({ rules: rules.filter((one) => one !== rule) }))}
      />
      <NewRule
        busy={busy}
        onAdd={(rule, done) =>
          void run(async () => {
            await save({ rules: [...rules, rule] });
            done();
          })
        }
      />
      <Refusal
        message={
          describeProblem(problems, {
            [`rules[${rules.length}].name`]: { label: "Name" },
            [`rules[${rules.length}].pattern`]: { label: "Pattern" },
          }) ?? error
        }
      />
      <details className="mt-3 text-xs">
        <summary className="w-fit cursor-pointer select-none">
          What is looked for ({switches.filter(isOn).length} of {switches.length})
        </summary>
        <ul className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
          {switches.map((item) => (
            <li key={item.id}>
              <label className="flex items-center gap-1.5">
                <input
                  type="checkbox"
                  checked={isOn(item)}
                  disabled={busy}
                  onChange={({ target }) => void run(() => turn(item, target.checked))}
                />
                {item.label} <span className="code text-ink-3">{item.id}</span>
              </label>
            </li>
          ))}
        </ul>
        <Countries
          on={on}
          busy={busy}
          onSave={(phones) =>
            void run(() => save({ on: [...on.filter((id) => !id.startsWith(PHONES)), ...phones] }))
          }
        />
      </details>
    </Section>
  );
}

interface CountriesProps {
  on: readonly string[];
  busy: boolean;
  /** The ids of the classes of the countries' telephone numbers. */
  onSave: (phones: string[]) => void;
}

function Countries({ on, busy, onSave }: CountriesProps) {
  const chosen = on.filter((id) => id.startsWith(PHONES)).map((id) => id.slice(PHONES.length).toUpperCase());
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-2 text-xs"
      onSubmit={(event) => {
        event.preventDefault();
        const codes = String(new FormData(event.currentTarget).get("countries")).toLowerCase();
        onSave((codes.match(/[a-z]{2}/g) ?? []).map((code) => `${PHONES}${code}`));
      }}
    >
      <label className="grid max-w-full gap-1">
        <span className="w-60">Mask telephone numbers without a country code, of these countries</span>
        <input
          className="field code w-60"
          name="countries"
          defaultValue={chosen.join(", ")}
          key={chosen.join()}
          pattern="\s*([A-Za-z]{2}(\s*,\s*|\s*$))*"
          title="codes of two letters, such as DE, FR"
          placeholder="DE, FR"
        />
      </label>
      <button type="submit" className="btn" disabled={busy}>
        Save the countries
      </button>
    </form>
  );
}

interface RuleListProps {
  rules: readonly Rule[];
  busy: boolean;
  onRemove: (rule: Rule) => void;
}

function RuleList({ rules, busy, onRemove }: RuleListProps) {
  if (rules.length === 0) return null;
  return (
    <ul className="mb-3 text-xs" aria-label="Rules of this project">
      {rules.map((rule, i) => (
        <li key={i} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-1">
          <span className="w-44 truncate" dir="auto">
            {rule.name}
          </span>
          <span className="code min-w-0 flex-1 break-all" dir="auto">
            {rule.pattern}
          </span>
          <span className="text-ink-3">{KINDS[rule.kind]}</span>
          <button
            type="button"
            className="btn h-6"
            disabled={busy}
            aria-label={`Remove the rule ${rule.name}`}
            onClick={() => onRemove(rule)}
          >
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}

interface NewRuleProps {
  busy: boolean;
  /** `done` empties the form. */
  onAdd: (rule: Rule, done: () => void) => void;
}

function NewRule({ busy, onAdd }: NewRuleProps) {
  const [kind, setKind] = useState<Rule["kind"]>("text");
  return (
    <form
      className="flex flex-wrap items-end gap-2 text-xs"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const data = new FormData(form);
        const rule = { name: String(data.get("name")), kind, pattern: String(data.get("pattern")) };
        onAdd(rule, () => form.reset());
      }}
    >
      <label className="grid gap-1">
        Name
        <input className="field w-40" name="name" maxLength={60} required placeholder="customer number" />
      </label>
      <label className="grid gap-1">
        Kind
        <select
          className="field"
          value={kind}
          onChange={({ target }) => setKind(target.value === "regex" ? "regex" : "text")}
        >
          <option value="text">{KINDS.text}</option>
          <option value="regex">{KINDS.regex}</option>
        </select>
      </label>
      <label className="grid min-w-48 flex-1 gap-1">
        Pattern
        <input
          className="field code"
          name="pattern"
          minLength={3}
          maxLength={200}
          required
          placeholder={kind === "text" ? "CUST-*" : "CUST-[0-9]{5}"}
        />
      </label>
      <button type="submit" className="btn" disabled={busy}>
        Add the rule
      </button>
    </form>
  );
}
