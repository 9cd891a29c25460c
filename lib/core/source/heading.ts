/** The heading that a harness writes above a command's output: what ran, how it ended and how long it took. */
const HEADING =
  /^(?:Command: [^\n]{1,4000}\n)?(?:[^\n]{1,80}\n){0,4}Wall time:? [\d.]+ seconds\n(?:[^\n]{1,80}\n){0,4}Output:(?:\n|$)/;
const EXIT = /^(?:exit code|process exited with code):? (\d{1,3})$/im;
const RUNNING = /^[^\n:]{0,40}\bsession ID:? (\w[\w-]{0,80})$/im;

/** The heading that a harness writes above what a tool gave; empty for none. */
export function readHeading(text: string): string {
  return HEADING.exec(text)?.[0] ?? "";
}

/** The code with which a command ended, by the heading of its output; `null` where that says none. */
export function readHeadingExit(text: string): number | null {
  const code = EXIT.exec(readHeading(text))?.[1];
  return code === undefined ? null : Number(code);
}

/** The id under which a command goes on, by the heading of its output; `null` for one that ended. */
export function readRunningId(text: string): string | null {
  return RUNNING.exec(readHeading(text))?.[1] ?? null;
}
