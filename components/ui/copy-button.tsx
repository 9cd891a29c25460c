"use client";

import { useState } from "react";
import { copyText } from "../data/copy-text";

const DONE_MS = 2_000;

/** @param text what is copied, or what makes it at the click */
export function CopyButton({ text, label }: { text: string | (() => string); label: string }) {
  const [done, setDone] = useState(false);
  return (
    <button
      type="button"
      className="btn"
      onClick={() =>
        void copyText(typeof text === "string" ? text : text()).then(() => {
          setDone(true);
          setTimeout(() => setDone(false), DONE_MS);
        })
      }
    >
      <span aria-live="polite">{done ? "Copied" : label}</span>
    </button>
  );
}
