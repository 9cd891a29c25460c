"use client";

import { useState } from "react";

interface Props {
  cookie: string;
  children: string;
}

const KEPT_SECONDS = 31_536_000;

/** What the product is, until the reader has dismissed it in this browser. */
export function IntroLine({ cookie, children }: Props) {
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  return (
    <p className="mb-3 flex items-start justify-between gap-4 rounded-sm bg-sunken px-3 py-2 print:hidden">
      <span className="max-w-prose">{children}</span>
      <button
        type="button"
        className="btn btn-quiet shrink-0"
        onClick={() => {
          document.cookie = `${cookie}=1; path=/; max-age=${KEPT_SECONDS}; samesite=lax`;
          setGone(true);
        }}
      >
        Got it
      </button>
    </p>
  );
}
