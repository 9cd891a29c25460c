import type { Detector, Span } from "./detector";
import { isPassphrase } from "./password-like";
import { isPlainName } from "./plain-names";
import { isChosenWord } from "./plain-words";
import { isPlaceholder, isTyped } from "./placeholder-text";

const HEADING =
  /^(?:[\w ]{0,30}[_ ]|[a-z]{0,20})(?<says>pass(?:word|wd|phrase|code|wort)?|pwd?|pw|kennwort|contraseña|clave|mot de passe|mdp|senha|wachtwoord|lösenord|hasło|heslo|şifre|parola|пароль|密码|密碼|パスワード|비밀번호|secret|token|api[_ -]?key|access[_ -]?key|private[_ -]?key|credentials?)(?:[_ ](?:plain|hash|value|key|text|raw|encrypted))?$/iu;
const IS_KEY = /secret|token|key|credential/i;
const HAS_HEADING =
  /pass|pwd|pw|mdp|kennwort|secret|token|key|credential|contraseña|clave|senha|wachtwoord|lösenord|hasło|heslo|şifre|parola|пароль|密码|密碼|パスワード|비밀번호/iu;
const SEPARATORS = ["\t", "|", "│", ";", ","] as const;
const LINE_CHARS_MAX = 4_000;
const ROWS_MAX = 500;
const COLUMNS_MIN = 2;
/** A bare word with the spaces of a drawn table around it. */
const BAR_CELL = /^ \p{Ll}{6,30} {1,60}$/u;
const CELL_CHARS = { min: 4, max: 400 };

interface Line extends Span {
  readonly text: string;
}

export const TABLE_SECRETS: Detector = {
  id: "password",
  label: "password",
  *find(text) {
    let heading = null as ((line: Line) => Span[]) | null;
    let rows = 0;
    yield* inStatements(text);
    for (const line of linesOf(text)) {
      const next = HAS_HEADING.test(line.text) ? cellsBelow(line.text) : null;
      if (next !== null) [heading, rows] = [next, 0];
      else if (heading !== null && (line.text.trim() === "" || ++rows > ROWS_MAX)) heading = null;
      else if (heading !== null) yield* heading(line);
    }
  },
};

const INSERT =
  /\binsert\s{1,4}(?:ignore\s{1,4})?into\s{1,4}[^\s(]{1,100}\s{0,4}\((?<columns>[^()]{1,1000})\)\s{0,8}values\s{0,4}/gi;
const ROW = /\s{0,8}(?:,\s{0,8})?\((?<row>(?:'(?:[^'\n]|''){0,400}'(?!')|[^()']){1,2000})\)/y;
const CELL = /'(?:[^']|'')*'|[^,']+/g;

function* inStatements(text: string): Iterable<Span> {
  for (const { 0: whole, index, groups } of text.matchAll(INSERT)) {
    const names = (groups?.columns ?? "").split(",").map(bare);
    const isChosen = names.map((name) => HEADING.test(name));
    if (!isChosen.includes(true)) continue;
    ROW.lastIndex = index + whole.length;
    for (let row = ROW.exec(text), n = 0; row !== null && n < ROWS_MAX; row = ROW.exec(text), n++) {
      const at = row.index + row[0].indexOf("(") + 1;
      const cells = [...(row.groups?.row ?? "").matchAll(CELL)].filter(({ 0: cell }) => cell.trim() !== "");
      for (const [i, cell] of cells.entries())
        if (isChosen[i] === true) yield* valueIn(cell[0], at + cell.index, IS_KEY.test(names[i] ?? ""));
    }
  }
}

function* linesOf(text: string): Iterable<Line> {
  for (let start = 0; start < text.length;) {
    const next = text.indexOf("\n", start);
    const end = next < 0 ? text.length : next;
    yield { start, end, text: end - start > LINE_CHARS_MAX ? "" : text.slice(start, end) };
    start = end + 1;
  }
}

function cellsBelow(heading: string): ((line: Line) => Span[]) | null {
  for (const separator of SEPARATORS) {
    // A heading of a wiki doubles its bars.
    const names = heading.replaceAll("||", "|").split(separator).map(bare);
    const chosen = names.flatMap((name, i) => (HEADING.test(name) ? [i] : []));
    if (names.length < COLUMNS_MIN || chosen.length === 0 || !names.slice(1).every(isHeading)) continue;
    const columns = chosen.map((at) => ({ at, isKey: IS_KEY.test(names[at] ?? "") }));
    return ({ text, start }) =>
      cellsAt(text, separator, columns, names.length).map((span) => moved(span, start));
  }
  return alignedBelow(heading);
}

/** A heading is a short name. Code and sentences with the same separators are not. */
function isHeading(name: string): boolean {
  return name.length <= 40 && /^[\p{L}\p{N}_ .#*/-]*$/u.test(name) && name.split(" ").length <= 4;
}

interface Column {
  readonly at: number;
  readonly isKey: boolean;
}

function cellsAt(line: string, separator: string, columns: readonly Column[], count: number): Span[] {
  const cells = line.split(separator);
  if (cells.length < count) return [];
  const found: Span[] = [];
  let at = 0;
  for (const [i, cell] of cells.entries()) {
    const column = columns.find((one) => one.at === i);
    if (column !== undefined) found.push(...valueIn(cell, at, column.isKey));
    at += cell.length + separator.length;
  }
  return found;
}

/** For columns that two or more spaces separate: by their number, or by position where cells are empty. */
function alignedBelow(heading: string): ((line: Line) => Span[]) | null {
  const names = alignedCells(heading);
  if (names.length < COLUMNS_MIN || !names.slice(1).every(({ 0: name }) => isHeading(name))) return null;
  const chosen = names.flatMap(({ 0: name, index }, column) =>
    HEADING.test(name) ? [{ column, at: index, isKey: IS_KEY.test(name) }] : [],
  );
  if (chosen.length === 0) return null;
  return ({ text, start }) => {
    const cells = alignedCells(text);
    return chosen.flatMap(({ column, at, isKey }) => {
      const cell = cells.length === names.length ? cells[column] : cells.find(({ index }) => index === at);
      return cell === undefined ? [] : valueIn(cell[0], cell.index, isKey).map((span) => moved(span, start));
    });
  };
}

function alignedCells(line: string): RegExpExecArray[] {
  return [...line.matchAll(/\S+(?: \S+)*/g)];
}

function valueIn(cell: string, at: number, isKey: boolean): Span[] {
  const value = /[^\s"'`*\\]+/.exec(cell);
  // A quote ends the text around the table.
  const rest = value === null ? "" : cell.slice(value.index + value[0].length);
  const isWord = !isKey && BAR_CELL.test(cell) && isChosenWord(cell.trim());
  if (value === null || !/^(?:["'`*\\]|\s*$)/.test(rest) || !(isWord || isValue(value[0], isKey))) return [];
  return [{ start: at + value.index, end: at + value.index + value[0].length }];
}

function isValue(text: string, isKey: boolean): boolean {
  if (text.length < CELL_CHARS.min || text.length > CELL_CHARS.max || isPlaceholder(text) || isTyped(text))
    return false;
  if (isKey) return text.length >= 8 && /\d/.test(text) && /[a-z]/i.test(text) && !isPlainName(text);
  if (isPassphrase(text)) return true;
  return (
    (/\d/.test(text) ? /\D/.test(text) || text.length >= 6 : /[!#%^&*?@]/.test(text) || !isPlainName(text)) &&
    !/^[\d.,:%/-]+[a-z]{0,3}$|^\w+:\/\//i.test(text)
  );
}

function bare(cell: string): string {
  return cell.trim().replace(/^["'`*]+|(?<!["'`*])["'`*]+$/g, "");
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
