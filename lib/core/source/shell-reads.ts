export interface ShellRead {
  readonly place: string;
  /** First and last line, counted from 1; `null` for the whole. */
  readonly lines: readonly [number, number] | null;
}

const COMMAND_CHARS_MAX = 2_000;
/** A file in a command. Without quotes, what begins with a minus is an option. */
const PLACE = `(?:"([^"]+)"|'([^']+)'|((?!-)[^\\s"'|;&<>$\`]+))`;
const READERS: readonly {
  readonly form: RegExp;
  readonly lines: (match: RegExpExecArray) => ShellRead["lines"];
}[] = [
  {
    form: makeWholePattern(`(?:cat|bat|less|more|type|Get-Content)(?:\\s+-[A-Za-z]+)*\\s+${PLACE}`),
    lines: () => null,
  },
  {
    form: makeWholePattern(
      `(?:nl|cat)(?:\\s+-[A-Za-z]+)*\\s+${PLACE}\\s*\\|\\s*sed\\s+-n\\s+["']?(\\d+),(\\d+)p["']?`,
    ),
    lines: readSpan,
  },
  { form: makeWholePattern(`(?:nl)(?:\\s+-[A-Za-z]+)*\\s+${PLACE}`), lines: () => null },
  { form: makeWholePattern(`sed\\s+-n\\s+(?:-e\\s+)?["']?(\\d+),(\\d+)p["']?\\s+${PLACE}`), lines: readSpan },
  {
    form: makeWholePattern(`head\\s+(?:-n\\s*|-)(\\d+)\\s+${PLACE}`),
    lines: (match) => [1, listNumbers(match)[0] ?? 1],
  },
  { form: makeWholePattern(`head\\s+${PLACE}`), lines: () => [1, 10] },
  { form: makeWholePattern(`curl(?:\\s+-[A-Za-z]+)*\\s+${PLACE}(?:\\s+-[A-Za-z]+)*`), lines: () => null },
  { form: makeWholePattern(`wget\\s+-q?O(?:\\s*-)?\\s+${PLACE}`), lines: () => null },
];

/** `null` for a command that does not read exactly one file or page. */
export function parseShellRead(command: string): ShellRead | null {
  const plain = command.slice(0, COMMAND_CHARS_MAX + 1).trim();
  if (plain.length > COMMAND_CHARS_MAX) return null;
  const [, folder, path = plain] = /^cd\s+([^\s;&|"']+)\s*&&\s*(.+)$/s.exec(plain) ?? [];
  for (const { form, lines } of READERS) {
    const match = form.exec(path.replace(/(?<!\s)\s+2>(?:&1|\/dev\/null)$/, ""));
    const place = match?.slice(1).find((part) => part !== undefined && !/^\d+$/.test(part));
    if (match === null || place === undefined) continue;
    const isRelative = !/^(?:\/|~|[A-Za-z]:|https?:)/.test(place);
    return { place: folder !== undefined && isRelative ? `${folder}/${place}` : place, lines: lines(match) };
  }
  return null;
}

function makeWholePattern(form: string): RegExp {
  return new RegExp(`^${form}$`);
}

function readSpan(match: RegExpExecArray): ShellRead["lines"] {
  const [from = 1, to = from] = listNumbers(match);
  return [from, to];
}

function listNumbers(match: RegExpExecArray): number[] {
  return match.slice(1).flatMap((part) => (part !== undefined && /^\d+$/.test(part) ? [Number(part)] : []));
}
