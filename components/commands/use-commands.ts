import { useEffect, useRef } from "react";
import type { Command } from "./keys";
import { commandOf } from "./keys";

type Handlers = Partial<Record<Command, () => void | boolean>>;

/** When several components bind the same command, the newest handles it first. */
const bound = new Set<{ current: Handlers }>();

/** A handler that returns false lets the key through. */
export function useCommands(handlers: Handlers): void {
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
    bound.add(latest);
    window.addEventListener("keydown", onKeyDown);
    return () => {
      bound.delete(latest);
      window.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}

export function boundCommands(): Set<Command> {
  return new Set([...bound].flatMap(({ current }) => Object.keys(current) as Command[]));
}

export function runCommand(command: Command): void {
  [...bound]
    .reverse()
    .find(({ current }) => current[command] !== undefined)
    ?.current[command]?.();
}
