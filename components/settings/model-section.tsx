"use client";

import { useState } from "react";
import type { ModelField, ModelRow } from "@/lib/view/settings/model-fields";
import { MODEL_FIELDS, indexModelProblems, readModels } from "@/lib/view/settings/model-fields";
import { makeApiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { Section } from "./section";

/** They override the model table. */
export function ModelSection({ rows: initial, tableDate }: { rows: readonly ModelRow[]; tableDate: string }) {
  const { busy, error, problems, run } = useAction();
  const [sent, setSent] = useState<readonly string[]>([]);
  const [added, setAdded] = useState<readonly string[]>([]);
  const blank = initial[0]?.fields ?? EMPTY_FIELDS;
  const rows = [
    ...initial,
    ...added
      .filter((name) => initial.every(({ model }) => model !== name))
      .map((model) => ({
        model,
        about: "no session",
        isInQuestion: true,
        isUnknown: false,
        fields: blank.map(({ name }) => ({ name, value: "", placeholder: "unknown" })),
      })),
  ];
  const wrong = indexModelProblems(problems, sent);
  const rowsKnown = rows.filter(({ isInQuestion }) => !isInQuestion);
  const open = rows.filter(({ isInQuestion }) => isInQuestion);
  return (
    <Section
      title="Models"
      about={`How large a model's context window is, and its prices in dollars per million tokens. What a trace states counts first, then what is set here, then the model table (${tableDate}). An empty field uses the grey value in it.`}
    >
      <form
        className="text-xs"
        onSubmit={(event) => {
          event.preventDefault();
          const said = new FormData(event.currentTarget);
          void run(() => {
            const models = readModels(textsOf(rows, said));
            setSent(models.map(({ model }) => model));
            const body = { models };
            return sendJson(makeApiWrite("PUT", "/api/v1/models", {}, { body }));
          });
        }}
      >
        {open.length > 0 ? (
          <ModelTable rows={open} problems={wrong} />
        ) : (
          <p className="text-sm">The windows and the prices of all models that were used are known.</p>
        )}
        {rowsKnown.length > 0 && (
          <details className="mt-3" open={rowsKnown.some(({ model }) => wrong.has(model))}>
            <summary className="min-h-6 w-fit cursor-pointer text-ink-2">
              {rowsKnown.length} with a known window and known prices
            </summary>
            <ModelTable rows={rowsKnown} problems={wrong} />
          </details>
        )}
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <button type="submit" className="btn" disabled={busy || rows.length === 0}>
            Set models
          </button>
          <span className="text-ink-3">Every session is computed again with these values.</span>
        </div>
      </form>
      <form
        className="mt-2 flex flex-wrap items-center gap-2 text-xs"
        onSubmit={(event) => {
          event.preventDefault();
          const name = String(new FormData(event.currentTarget).get("model") ?? "").trim();
          if (name !== "") setAdded([...added, name]);
          event.currentTarget.reset();
        }}
      >
        <label>
          Another model <input className="field w-56" name="model" maxLength={200} />
        </label>
        <button type="submit" className="btn">
          Add to the list
        </button>
      </form>
      <Refusal message={wrong.size > 0 ? null : error} />
    </Section>
  );
}

interface TableProps {
  rows: readonly ModelRow[];
  problems: ReturnType<typeof indexModelProblems>;
}

function ModelTable({ rows, problems }: TableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="max-sm:block max-sm:[&>tbody]:block">
        <thead className="max-sm:hidden">
          <tr className="text-left text-ink-2">
            <th className="pr-3 font-normal">Model</th>
            {Object.entries(MODEL_FIELDS).map(([name, label]) => (
              <th key={name} className="pr-2 text-right font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ model, about, fields }) => (
            // On a telephone a model is a card: its name, and below it the fields, each with its label.
            <tr
              key={model}
              className="max-sm:grid max-sm:grid-cols-3 max-sm:gap-2 max-sm:border-b max-sm:border-line max-sm:py-2"
            >
              <th
                scope="row"
                className="max-w-72 py-0.5 pr-3 text-left font-normal max-sm:col-span-3 max-sm:max-w-none"
              >
                <span className="block truncate font-mono" title={model}>
                  {model}
                </span>
                <span className="block text-ink-3">{about}</span>
                {[...(problems.get(model) ?? [])].map(([name, problem]) => (
                  <span key={name} role="alert" className="block text-dangling">
                    {MODEL_FIELDS[name]}: {problem}
                  </span>
                ))}
              </th>
              {fields.map(({ name, value, placeholder }) => (
                <td key={`${name} ${value}`} className="pr-2 max-sm:p-0">
                  <span aria-hidden className="eyebrow block sm:hidden">
                    {MODEL_FIELDS[name]}
                  </span>
                  <input
                    className={`field num text-right max-sm:w-full ${name === "contextWindow" ? "sm:w-28" : "sm:w-24"}`}
                    name={`${name}\n${model}`}
                    aria-label={`${MODEL_FIELDS[name]} of ${model}`}
                    aria-invalid={problems.get(model)?.has(name) === true}
                    type="number"
                    min={name === "contextWindow" ? 1 : 0}
                    step={name === "contextWindow" ? 1 : "any"}
                    placeholder={placeholder}
                    defaultValue={value}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const EMPTY_FIELDS = (Object.keys(MODEL_FIELDS) as ModelField[]).map((name) => ({
  name,
  value: "",
  placeholder: "unknown",
}));

function textsOf(rows: readonly ModelRow[], form: FormData): Map<string, Map<ModelField, string>> {
  return new Map(
    rows.map(({ model, fields }) => [
      model,
      new Map(fields.map(({ name }) => [name, String(form.get(`${name}\n${model}`) ?? "")])),
    ]),
  );
}
