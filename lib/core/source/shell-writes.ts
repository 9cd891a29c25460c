const COMMAND_CHARS_MAX = 4_000;
const WORD = `(?:"([^"\\n]{1,400})"|'([^'\\n]{1,400})'|([^\\s"'|;&<>()\`]{1,400}))`;
const REDIRECTED = new RegExp(`(?<![0-9&<>=-])>{1,2}\\s{0,3}(?!&|/dev/)${WORD}`, "g");
/** Commands that change the files that they name; `last` if only the last name is changed. */
const CHANGERS: readonly { readonly form: RegExp; readonly last: boolean }[] = [
  { form: /^(?:sed|gsed)\s+(?:-\S+\s+)*-i/, last: true },
  { form: /^perl\s+-\S*i/, last: true },
  { form: /^(?:cp|mv|install|ln)\s/, last: true },
  { form: /^(?:tee|rm|touch|truncate|chmod|git\s+(?:rm|mv|checkout\s+--))\s/, last: false },
];

/** The files that a command writes, as it names them; empty for a command that only reads. */
export function listShellWrites(command: string): string[] {
  const plain = command.slice(0, COMMAND_CHARS_MAX);
  const [, folder, inFolder = plain] = /^\s*cd\s+([^\s;&|"']+)\s*(?:&&|;)\s*(.+)$/s.exec(plain) ?? [];
  const [shown = inFolder] = inFolder.split(/<<-?\s*['"]?\w+['"]?/, 1);
  const line = /<<-?\s*['"]?\w+['"]?([^\n]*)/.exec(inFolder)?.[1] ?? "";
  const paths = [
    ...[...`${shown} ${line}`.matchAll(REDIRECTED)].map(([, a, b, c]) => a ?? b ?? c ?? ""),
    ...shown.split(/&&|\|\||[;|\n]/).flatMap((part) => listChangedFiles(part.trim())),
  ];
  const isRelative = (path: string) => !/^(?:\/|~|[A-Za-z]:|\$)/.test(path);
  return [...new Set(paths.filter((path) => path !== ""))].map((path) =>
    folder !== undefined && isRelative(path) ? `${folder}/${path}` : path,
  );
}

function listChangedFiles(part: string): string[] {
  const command = part.replace(/^(?:sudo|time)\s+/, "").replace(/\s\d?>.*$/s, "");
  const changer = CHANGERS.find(({ form }) => form.test(command));
  if (changer === undefined) return [];
  const words = [...command.matchAll(new RegExp(WORD, "g"))].map(([, a, b, c]) => a ?? b ?? c ?? "");
  const names = words.slice(1).filter((word) => !word.startsWith("-") && /[\w.]/.test(word));
  return changer.last ? names.slice(-1) : names.filter((name) => /[./]/.test(name) || /^[\w-]+$/.test(name));
}

const PATCHED =
  /^(?:\*\*\* (?:Update|Add|Delete) File: |\*\*\* Move to: |\+\+\+ (?:b\/)?)(?!\/dev\/null)([^\n\t]{1,400})$/gm;

/** The same in a string of a program, where a line ends with a sign for it: `"*** Begin Patch\\n*** Add File: a.ts\\n+one"`. */
const PATCHED_IN_STRING =
  /\\n\*\*\* (?:(?:Update|Add|Delete) File|Move to): ((?:[^\\\n"'`]|\\[^n\n]){1,400})(?=\\n|["'`])/g;

/** Empty for a text that is not a patch. */
export function listPatchedFiles(text: string): string[] {
  const inLines = [...text.matchAll(PATCHED)].map(([, path = ""]) => path.trimEnd());
  const inStrings = [...text.matchAll(PATCHED_IN_STRING)].map(([, path = ""]) =>
    path.replaceAll(/\\(.)/g, "$1").trimEnd(),
  );
  return [...new Set([...inLines, ...inStrings])].filter((path) => path !== "");
}
