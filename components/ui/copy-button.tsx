"use client";

import { useState } from "react";
import { copyText } from "../data/copy-text";

const DONE_MS = 2_000;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [done, setDone] = useState(false);
  return (
    <button
      type="button"
      className="btn"
      onClick={() =>
        void copyText(text).then(() => {
          setDone(true);
          setTimeout(() => setDone(false), DONE_MS);
        })
      }
    >
      <span aria-live="polite">{done ? "Copied" : label}</span>
    </button>
  );
}
