import { inspect } from "node:util";
import { removeControls } from "@/lib/client/printable";

/** Prints lines. Whatever a file or a session holds stays on its line, as text. */
export function say(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${removeControls(line)}\n`).join(""));
}

/** The same for what went wrong. The lines of an error stay lines. */
export function sayProblem(problem: unknown): void {
  const text = typeof problem === "string" ? problem : inspect(problem);
  for (const line of text.split("\n")) process.stderr.write(`${removeControls(line)}\n`);
}
