"use client";

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { hintOf } from "@/lib/view/glossary";
import { useEver } from "./modal";

const HintBox = lazy(() => import("./hint-box"));

const HOVER_MS = 300;

/** The glossary's sentence appears on hover, on a click and on Enter. */
export function Hinted({ label }: { label: string }) {
  const hint = hintOf(label);
  const [open, setOpen] = useState(false);
  const isUsed = useEver(open);
  const word = useRef<HTMLButtonElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  if (hint === null) return <>{label}</>;
  const settle = (next: boolean, after = 0) => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => setOpen(next), after);
  };
  return (
    <>
      <button
        ref={word}
        type="button"
        className="cursor-help underline decoration-line-strong decoration-dotted underline-offset-2"
        aria-expanded={open}
        onClick={() => settle(!open)}
        onPointerEnter={({ pointerType }) => pointerType === "mouse" && settle(true, HOVER_MS)}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && settle(false)}
      >
        {label}
      </button>
      {isUsed && (
        <Suspense>
          <HintBox hint={hint} anchor={word} open={open} onOpen={setOpen} />
        </Suspense>
      )}
    </>
  );
}
