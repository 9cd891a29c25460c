import JSON5 from "json5";
import { useState } from "react";
import type { PolicyChoiceInput, JsonObject, ListedPolicy } from "@/lib/view/replay/replay-input";
import { formFields } from "@/lib/view/replay/form-fields";
import { statedOptions } from "@/lib/view/replay/stated-options";
import { optionsIn } from "@/lib/view/replay/vendor-configuration";
import { CopyConfiguration } from "./copy-configuration";
import { OptionsForm } from "./options-form";
import { useChoiceCheck } from "./use-replay";

export const WRAPPERS = [
  { key: "pin", label: "Pin", about: "what unexecuted plan steps need may not leave" },
  { key: "restore", label: "Restore", about: "only what leaves a reference may leave" },
  { key: "recite", label: "Recite", about: "the plan re-enters as the newest content of every request" },
] as const;

interface Props {
  readonly letter: string;
  readonly choice: PolicyChoiceInput;
  readonly policies: readonly ListedPolicy[];
  readonly onChange: (choice: PolicyChoiceInput) => void;
  readonly onRemove?: () => void;
}

export function ChoiceEditor({ letter, choice, policies, onChange, onRemove }: Props) {
  const known = policies.findLast(
    ({ kind, version }) => kind === choice.kind && (choice.version ?? version) === version,
  );
  const { problems, warnings } = useChoiceCheck(choice);
  const setOptions = (options: JsonObject) => onChange({ ...choice, options });
  return (
    <li className="border-t border-line py-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="code w-4 text-ink-3">{letter}</span>
        <PolicyPicker
          letter={letter}
          kind={choice.kind}
          policies={policies}
          onPick={(kind) => onChange({ ...choice, kind, version: undefined, options: {} })}
        />
        {WRAPPERS.map(({ key, label, about }) => (
          <label key={key} className="flex items-center gap-1 text-xs" title={about}>
            <input
              type="checkbox"
              checked={choice[key] !== false}
              onChange={({ target }) => onChange({ ...choice, [key]: target.checked })}
            />
            {label}
          </label>
        ))}
        <span className="grow" />
        {onRemove !== undefined && (
          <button type="button" className="btn btn-quiet" onClick={onRemove} aria-label={`Remove ${letter}`}>
            Remove
          </button>
        )}
      </div>
      <Notes notes={problems} word="Error" color="var(--state-dangling)" />
      <Notes notes={warnings} word="Ignored" color="var(--state-warning)" />
      {known !== undefined && (
        <details className="mt-1 ml-6">
          <summary className="cursor-pointer text-xs text-ink-2">
            Options of {known.vendor}:{" "}
            <span className="code">{statedOptions(choice.options) || "defaults"}</span>
          </summary>
          <p className="mt-1 max-w-3xl text-xs text-ink-3">{known.source}</p>
          <div className="mt-2 grid gap-4 lg:grid-cols-2">
            <OptionsForm fields={formFields(known.options)} options={choice.options} onChange={setOptions} />
            <OptionsText letter={letter} policy={known} options={choice.options} onChange={setOptions} />
          </div>
        </details>
      )}
    </li>
  );
}

function PolicyPicker({
  letter,
  kind,
  policies,
  onPick,
}: {
  letter: string;
  kind: string;
  policies: readonly ListedPolicy[];
  onPick: (kind: string) => void;
}) {
  const vendors = [...new Set(policies.map(({ vendor }) => vendor))];
  return (
    <select
      className="field max-w-72 min-w-0"
      aria-label={`Policy ${letter}`}
      value={kind}
      onChange={({ target }) => onPick(target.value)}
    >
      {vendors.map((vendor) => (
        <optgroup key={vendor} label={vendor}>
          {policies
            .filter(
              (policy, i) =>
                policy.vendor === vendor && policies.findIndex((one) => one.kind === policy.kind) === i,
            )
            .map((policy) => (
              <option key={policy.kind} value={policy.kind}>
                {policy.title}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}

function Notes({
  notes,
  word,
  color,
}: {
  notes: readonly { path: string; message: string }[];
  word: string;
  color: string;
}) {
  if (notes.length === 0) return null;
  return (
    <ul role="status" className="mt-1 ml-6 text-xs" style={{ color }}>
      {notes.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {word}: <span className="code">{path}</span>: {message}
        </li>
      ))}
    </ul>
  );
}

/**
 * The options as JSON or JSON5, as in the vendor's file. From a pasted file or request, takes the part with the options.
 * Text that does not parse yet stays as typed.
 */
function OptionsText({
  letter,
  policy,
  options,
  onChange,
}: {
  letter: string;
  policy: ListedPolicy;
  options: JsonObject;
  onChange: (options: JsonObject) => void;
}) {
  const standing = JSON.stringify(options, null, 2);
  const [typed, setTyped] = useState<{ readonly text: string; readonly means: string } | null>(null);
  const [problem, setProblem] = useState("");
  const type = (text: string) => {
    const read = readObject(text);
    if (typeof read === "string") {
      setProblem(read);
      setTyped({ text, means: standing });
      return;
    }
    const options = optionsIn(read, policy.configuration);
    setProblem("");
    setTyped({ text, means: JSON.stringify(options, null, 2) });
    onChange(options);
  };
  return (
    <div>
      <textarea
        className="code h-44 w-full rounded border border-line-strong bg-surface p-2 text-xs"
        spellCheck={false}
        aria-label={`Options of ${letter} as JSON or JSON5`}
        aria-invalid={problem !== ""}
        value={typed?.means === standing ? typed.text : standing}
        onChange={({ target }) => type(target.value)}
      />
      <div className="flex flex-wrap items-center gap-2 text-xs">
        <CopyConfiguration policy={policy} options={options} />
        <span role="status" style={{ color: "var(--state-dangling)" }}>
          {problem}
        </span>
      </div>
    </div>
  );
}

function readObject(text: string): JsonObject | string {
  try {
    const value: unknown = JSON5.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : "Expected an object of options.";
  } catch (error) {
    return error instanceof Error ? error.message : "This is not JSON or JSON5.";
  }
}
