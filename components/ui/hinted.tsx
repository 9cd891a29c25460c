"use client";

import { useEffect, useRef, useState } from "react";
import { findHint } from "@/lib/view/glossary";
import { makeLater } from "./later";
import { useEver } from "./modal";
import { ViewLink } from "./view-link";

const HintBox = makeLater(() => import("./hint-box"));

const HOVER_MS = 300;
const WORD = "alone underline decoration-line-strong decoration-dotted underline-offset-2";

/** The sentence appears on hover, and for a word of the glossary on a click. A figure leads to its definition. */
export function Hinted({ label }: { label: string }) {
  const hint = findHint(label);
  const [open, setOpen] = useState(false);
  const isUsed = useEver(open);
  const word = useRef<HTMLSpanElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  if (hint === null) return <>{label}</>;
  const settle = (next: boolean, after = 0) => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => setOpen(next), after);
  };
  return (
    <>
      <span
        ref={word}
        onPointerEnter={({ pointerType }) => pointerType === "mouse" && settle(true, HOVER_MS)}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && settle(false)}
      >
        {hint.href === null ? (
          <button
            type="button"
            className={`cursor-help ${WORD}`}
            aria-expanded={open}
            onClick={() => settle(!open)}
          >
            {label}
          </button>
        ) : (
          <ViewLink className={WORD} href={hint.href} prefetch={false}>
            {label}
          </ViewLink>
        )}
      </span>
      {isUsed && (
        <HintBox
          hint={hint.text}
          anchor={word}
          open={open}
          onOpen={setOpen}
          onFailed={() => setOpen(false)}
        />
      )}
    </>
  );
}
