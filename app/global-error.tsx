"use client";

import "./globals.css";
import { useEffect } from "react";
import { whenServerAnswers } from "@/components/data/when-server-answers";

/** A page that breaks as soon as it is open would load itself for ever. */
const SETTLED_MS = 10_000;
const AGAIN_MS = 1_000;

/**
 * Where the frame of all pages broke, as when a menu of its header is of another build: only loading the page anew helps. Every page
 * carries this one, so it uses little else.
 */
export default function FrameErrorPage() {
  useEffect(() => {
    if (performance.now() < SETTLED_MS) return undefined;
    const timer = setInterval(() => void whenServerAnswers(() => location.reload()), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <html lang="en">
      <body>
        <main id="main" className="px-6 py-12 text-center">
          <p className="text-base font-medium">This page could not be loaded</p>
          <p className="mt-2 text-ink-2">
            A part of it is of another version, or the server cannot be reached.
          </p>
          <button type="button" className="btn mt-4" onClick={() => location.reload()}>
            Load the page again
          </button>
        </main>
      </body>
    </html>
  );
}
