import type { Detector, Span } from "./detector";
import { listNamed } from "./named-values";

const NAME = "(?:password|passwd|passphrase|pwd|secret|token|api[ _-]?key)s?";
const HEAD = new RegExp(
  `^[^\\n]{0,300}[|,;\\t][ "*\`]{0,4}[\\w ]{0,24}${NAME}[ "*\`]{0,4}(?:[|,;\\t\\r\\n]|$)|^[ "|]{0,4}[\\w ]{0,24}${NAME}[ "*\`]{0,4}[|,;\\t]`,
  "gim",
);
const IS_NAME = new RegExp(`^[\\w ]{0,24}${NAME}$`, "i");
const LINE_CHARS_MAX = 2_000;
const ROWS_MAX = 200;

/** Values in a column of a table whose head names a password or a key: of Markdown, CSV or a database. */
export const COLUMNS: Detector = {
  id: "password",
  label: "password in a table",
  *find(text): Iterable<Span> {
    let from = 0;
    for (const { index } of text.matchAll(HEAD)) {
      if (index < from) continue;
      const head = cutLine(text, index);
      const sign = ["|", "\t", ";", ","].find((one) => head.includes(one)) ?? ",";
      const names = head.split(sign).map(stripCell);
      from = index + head.length + 1;
      for (let row = 0; row < ROWS_MAX && from < text.length; row++) {
        const line = cutLine(text, from);
        const cells = line.split(sign);
        if (cells.length !== names.length) break;
        for (const [i, cell] of cells.entries()) {
          const [it, name = ""] = [stripCell(cell), names[i]];
          const start = from + cells.slice(0, i).join(sign).length + Math.sign(i) + cell.indexOf(it);
          // As a setting of that name, the cell must hold a value.
          const isSecret = IS_NAME.test(name) && [...listNamed(`${name.toUpperCase()}=${it}`)].length > 0;
          if (isSecret) yield { start, end: start + it.length };
        }
        from += line.length + 1;
      }
    }
  },
};

function stripCell(cell: string): string {
  return cell.replace(/^[\s"'*`]+|(?<![\s"'*`])[\s"'*`]+$/g, "");
}

function cutLine(text: string, from: number): string {
  return text.slice(from, from + LINE_CHARS_MAX).split("\n", 1)[0] ?? "";
}
