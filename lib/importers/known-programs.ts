import type { Sniff } from "./reading/sniff";

/** A program whose files are known, and which no reader takes. */
interface KnownProgram {
  readonly what: string;
  /** What can be done in place of an import of the file. */
  readonly instead: string;
  readonly isOf: (sniff: Sniff) => boolean;
}

const has =
  (...paths: string[]) =>
  ({ paths: sniffed }: Sniff) =>
    paths.every((path) => sniffed.has(path));

const PROGRAMS: readonly KnownProgram[] = [
  {
    what: "a backup of Sightglass",
    instead: "put it into an empty home with the command `restore`",
    isOf: (sniff) => has("sightglass", "migrations", "tables")(sniff),
  },
  {
    what: "the output of `codex exec --json`",
    instead: "it holds no window; import the run's rollout from the folder `sessions` of Codex",
    isOf: (sniff) => has("type", "thread_id")(sniff) && /"type"\s*:\s*"thread\.started"/.test(sniff.head),
  },
  {
    what: "a conversation of Antigravity",
    instead: "its steps are no text but a form of bytes that the program does not describe",
    isOf: has("tables.trajectory_meta.cascade_id", "tables.steps.step_payload"),
  },
  {
    what: "what Antigravity logs of a conversation",
    instead: "it names neither models nor usage, and not which steps a call was sent",
    isOf: (sniff) =>
      has("step_index", "source", "type", "status", "content")(sniff) &&
      /"type"\s*:\s*"(?:PLANNER_RESPONSE|USER_INPUT)"/.test(sniff.head),
  },
  {
    what: "the log of Kimi CLI's interface (wire.jsonl before protocol 1.4)",
    instead: "import context.jsonl, which stands beside it",
    isOf: (sniff) =>
      has("message.type", "message.payload")(sniff) && /"type"\s*:\s*"TurnBegin"/.test(sniff.head),
  },
];

/** What a file is that looks like another format and is of a program that no reader knows; null for all others. */
export function unreadProgram(sniff: Sniff): string | null {
  const program = PROGRAMS.find(({ isOf }) => isOf(sniff));
  return program === undefined ? null : `the file is ${program.what}, which is not read; ${program.instead}`;
}
