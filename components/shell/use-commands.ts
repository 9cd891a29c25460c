"use client";

import { useEffect, useRef } from "react";
import type { Command } from "./keymap";
import { commandOf } from "./keymap";

/** Binds keyboard commands while the calling component is on the page. A handler that returns false lets the key through. */
export function useCommands(handlers: Partial<Record<Command, () => void | boolean>>): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = commandOf(event);
      const handler = command === undefined ? undefined : latest.current[command];
      if (handler === undefined) return;
      if (
        command === "open" &&
        event.target instanceof HTMLElement &&
        event.target.closest("a, button, summary")
      )
        return;
      if (handler() !== false) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
