import { useState } from "react";
import type { PreviewHit } from "@/lib/view/share/last-look";
import { describeChosen, findMaskable } from "@/lib/view/share/last-look";
import { revealText } from "@/lib/view/format/trace-text";
import { TeachButton } from "./teach-button";

interface Props {
  texts: readonly string[];
  hits: readonly PreviewHit[];
  mayTeach: boolean;
  onMask: (text: string) => void;
  onLeave: (text: string) => void;
}

/** Texts that a person masks beyond what was found: selected on the page, or typed here. */
export function ChosenTexts({ texts, hits, mayTeach, onMask, onLeave }: Props) {
  const [typed, setTyped] = useState("");
  const text = findMaskable(typed);
  const mask = () => {
    if (text === null) return;
    onMask(text);
    setTyped("");
  };
  return (
    <section aria-label="Masked by hand" className="grid gap-2">
      <div className="flex items-end gap-2">
        <label className="grid min-w-0 flex-1 gap-1">
          Mask another text: select it on the page, or type it here
          <input
            className="field code min-w-0"
            value={typed}
            placeholder="at least 3 characters"
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              mask();
            }}
          />
        </label>
        <button type="button" className="btn" disabled={text === null} onClick={mask}>
          Mask it
        </button>
      </div>
      <ul aria-label="Texts masked by hand">
        {texts.map((one) => (
          <li key={one} className="flex flex-wrap items-center gap-2 py-1">
            <span className="code min-w-0 break-all" dir="auto">
              {revealText(one)}
            </span>
            <span className="text-ink-2">{describeChosen(one, hits)}</span>
            <button
              type="button"
              className="btn h-6"
              aria-label={`Do not mask it: ${revealText(one)}`}
              onClick={() => onLeave(one)}
            >
              Do not mask it
            </button>
            {mayTeach && (
              <TeachButton label="Mask it in all later shares of this project" lesson={{ mask: one }} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
