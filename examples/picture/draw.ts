export interface FormResult {
  readonly form: string;
  readonly outcome: string;
  readonly right: boolean;
  /** Tokens of the window by call; empty without a recording. */
  readonly windows: readonly number[];
  readonly shows: string;
}

export interface ExampleResult {
  readonly title: string;
  readonly about: string;
  readonly forms: readonly FormResult[];
}

const LABEL_WIDTH = 190;
const CELL_WIDTH = 270;
const GAP = 12;
const ROW_HEIGHT = 138;
const HEAD_HEIGHT = 40;
const BARS_HEIGHT = 44;
const LINE_HEIGHT = 15;
const CHARS_PER_LINE = 40;
const LABEL_CHARS_PER_LINE = 26;
const BAR_WIDTH_MAX = 20;

const STYLE = `
text{font:12px ui-sans-serif,system-ui,sans-serif;fill:#4c535d}
.b{font-weight:600;fill:#14171c}.bad{fill:#b91c1c}.good{fill:#15803d}
.page{fill:#fff}.cell{fill:#f6f7f8;stroke:#e3e6ea}.bar{fill:#1640ad}
@media (prefers-color-scheme:dark){text{fill:#aeb6c3}.b{fill:#e7eaf0}.bad{fill:#fca5a5}.good{fill:#86efac}
.page{fill:#0b0e14}.cell{fill:#11151d;stroke:#222936}.bar{fill:#7480fa}}`.replaceAll("\n", "");

/** The examples are rows and their forms columns. */
export function drawPicture(examples: readonly ExampleResult[]): string {
  const columns = examples[0]?.forms ?? [];
  const width = LABEL_WIDTH + columns.length * (CELL_WIDTH + GAP) + GAP;
  const height = HEAD_HEIGHT + examples.length * (ROW_HEIGHT + GAP) + GAP;
  const heads = columns.map(({ form }, i) => line(columnX(i), HEAD_HEIGHT - GAP, form, "b"));
  const rows = examples.map((example, i) => rowOf(example, HEAD_HEIGHT + i * (ROW_HEIGHT + GAP)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Three agents, each alone, watched, and in the loop">`,
    `<style>${STYLE}</style><rect class="page" width="${width}" height="${height}"/>`,
    ...heads,
    ...rows,
    "</svg>\n",
  ].join("\n");
}

function columnX(column: number): number {
  return LABEL_WIDTH + column * (CELL_WIDTH + GAP);
}

function rowOf({ title, about, forms }: ExampleResult, y: number): string {
  const tallest = Math.max(1, ...forms.flatMap(({ windows }) => windows));
  return [
    line(GAP, y + 20, title, "b"),
    ...wrapped(about, LABEL_CHARS_PER_LINE).map((text, i) => line(GAP, y + 40 + i * LINE_HEIGHT, text)),
    ...forms.map((form, i) => cellOf(form, columnX(i), y, tallest)),
  ].join("\n");
}

function cellOf(
  { outcome, right, windows, shows }: FormResult,
  x: number,
  y: number,
  tallest: number,
): string {
  const bottom = y + ROW_HEIGHT - 10;
  const step = Math.min(BAR_WIDTH_MAX, (CELL_WIDTH - 2 * GAP) / Math.max(1, windows.length));
  const bars = windows.map((tokens, i) => {
    const tall = Math.max(1, Math.round((tokens / tallest) * BARS_HEIGHT));
    const at = round(x + GAP + i * step);
    return `<rect class="bar" x="${at}" y="${bottom - tall}" width="${round(step - 2)}" height="${tall}"/>`;
  });
  return [
    `<rect class="cell" x="${x}" y="${y}" width="${CELL_WIDTH}" height="${ROW_HEIGHT}" rx="4"/>`,
    line(x + GAP, y + 20, `${right ? "✓" : "✗"} ${outcome}`, right ? "b good" : "b bad"),
    ...wrapped(shows, CHARS_PER_LINE).map((text, i) => line(x + GAP, y + 38 + i * LINE_HEIGHT, text)),
    ...bars,
  ].join("\n");
}

function line(x: number, y: number, text: string, kind = ""): string {
  return `<text x="${x}" y="${y}"${kind === "" ? "" : ` class="${kind}"`}>${escaped(text)}</text>`;
}

function wrapped(text: string, chars: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= chars) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
