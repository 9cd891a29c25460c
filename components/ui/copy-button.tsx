"use client";

import { copyText } from "../data/copy-text";
import { usePassingState } from "./use-passing-state";

const DONE_MS = 2_000;

/** @param text what is copied, or what makes it at the click */
export function CopyButton({ text, label }: { text: string | (() => string); label: string }) {
  const [done, setDone] = usePassingState(false);
  return (
    <button
      type="button"
      className="btn"
      onClick={() =>
        void copyText(typeof text === "string" ? text : text()).then(() => setDone(true, DONE_MS))
      }
    >
      <span aria-live="polite">{done ? "Copied" : label}</span>
    </button>
  );
}
