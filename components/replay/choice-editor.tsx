import { lazy, Suspense, useState } from "react";
import type { PolicyChoiceInput, JsonObject, ListedPolicy } from "@/lib/view/replay/replay-input";
import { describeOrigin, groupPolicies } from "@/lib/view/replay/policy-groups";
import { describeStatedOptions } from "@/lib/view/replay/stated-options";
import { useChoiceCheck } from "./use-replay";

const OptionsEditor = lazy(() => import("./options-editor"));

export const WRAPPERS = [
  { key: "pin", label: "Pin", about: "keeps what plan steps still need" },
  { key: "restore", label: "Restore", about: "lets a block leave only where a reference stays" },
  { key: "recite", label: "Recite", about: "says the plan again at the end of every request" },
] as const;

interface Props {
  readonly letter: string;
  readonly choice: PolicyChoiceInput;
  readonly policies: readonly ListedPolicy[];
  readonly onChange: (choice: PolicyChoiceInput) => void;
  readonly onRemove?: () => void;
}

export function ChoiceEditor({ letter, choice, policies, onChange, onRemove }: Props) {
  const listedPolicy = policies.findLast(
    ({ kind, version }) => kind === choice.kind && (choice.version ?? version) === version,
  );
  const { problems, warnings } = useChoiceCheck(choice);
  const [isOpen, setIsOpen] = useState(false);
  const setOptions = (options: JsonObject) => onChange({ ...choice, options });
  return (
    <li className="gap-x-8 border-t border-line py-2 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
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
            <button
              type="button"
              className="btn btn-quiet"
              onClick={onRemove}
              aria-label={`Remove ${letter}`}
            >
              Remove
            </button>
          )}
        </div>
        <Notes notes={problems} word="Error" color="var(--state-dangling)" />
        <Notes notes={warnings} word="Ignored" color="var(--state-warning)" />
        {listedPolicy !== undefined && (
          <details
            className="mt-1 ml-6"
            open={isOpen}
            onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
          >
            <summary className="cursor-pointer text-xs text-ink-2">
              Options of {listedPolicy.vendor}:{" "}
              <span className="code">{describeStatedOptions(choice.options) || "defaults"}</span>
            </summary>
            {isOpen && (
              <Suspense>
                <OptionsEditor
                  letter={letter}
                  policy={listedPolicy}
                  options={choice.options}
                  onChange={setOptions}
                />
              </Suspense>
            )}
          </details>
        )}
      </div>
      {listedPolicy !== undefined && (
        <p className={`mt-1 text-xs text-ink-3 max-lg:ml-6 ${isOpen ? "" : "max-lg:hidden"}`}>
          {describeOrigin(listedPolicy)}
        </p>
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
  return (
    <select
      className="field max-w-72 min-w-0"
      aria-label={`Policy ${letter}`}
      value={kind}
      onChange={({ target }) => onPick(target.value)}
    >
      {groupPolicies(policies).map(({ label, policies: group }) => (
        <optgroup key={label} label={label}>
          {group.map((policy) => (
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
