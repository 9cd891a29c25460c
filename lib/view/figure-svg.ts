import type { ResolveColor } from "./chart/shapes";
import { escapeXml } from "./chart/shapes";

export interface LegendEntry {
  readonly text: string;
  /** A theme colour, or an SVG element of its own. */
  readonly color: string | null;
  readonly sign: { readonly svg: string; readonly width: number; readonly height: number } | null;
}

export interface FigureAbout {
  /** What happened in the session; `null` where the figure does not show the whole of it. */
  readonly story: string | null;
  readonly title: string;
  readonly of: string;
  readonly legend: readonly LegendEntry[];
  readonly link: string;
}

const MARGIN = 16;
const LINE = 18;
/** What an average character takes of the widest of the usual fonts: a picture has only the fonts of who looks at it. */
const [TITLE_PX, LINE_PX, ENTRY_PX] = [8.4, 7.4, 6.8];
const ENTRY_GAP = 18;

/**
 * Puts the title above the drawing, the legend and the address below it. `drawing` is an SVG document too.
 */
export function buildFigureSvg(
  drawing: string,
  { width, height }: { readonly width: number; readonly height: number },
  about: FigureAbout,
  resolve: ResolveColor,
): string {
  const [ink, faint] = [resolve("var(--ink)"), resolve("var(--ink-2)")];
  const wrap = (text: string, charPx: number) => wrapText(text, Math.max(20, Math.floor(width / charPx)));
  const titles = [about.story, about.title].flatMap((text) => (text === null ? [] : wrap(text, TITLE_PX)));
  const names = wrap(about.of, LINE_PX);
  const top = MARGIN + (titles.length + names.length) * LINE + 6;
  const legend = placeEntries(about.legend, width);
  const links = wrap(about.link, LINE_PX);
  const below = top + height + 10;
  const total = below + legend.height + links.length * LINE + MARGIN;
  const line = (text: string, y: number, fill: string, more = "") =>
    `<text x="${MARGIN}" y="${y}" font-size="12" fill="${fill}"${more}>${escapeXml(text)}</text>`;
  const body = [
    ...titles.map((text, i) => line(text, MARGIN + (i + 1) * LINE - 4, ink, ' font-weight="600"')),
    ...names.map((text, i) => line(text, MARGIN + (titles.length + i + 1) * LINE - 4, faint)),
    drawing.replace("<svg ", `<svg x="${MARGIN}" y="${top}" `),
    ...legend.entries.map(({ entry, x, y }) => writeEntry(entry, x, below + y, faint, resolve)),
    ...links.map((text, i) => line(text, below + legend.height + (i + 1) * LINE - 4, faint)),
  ];
  const outer = Math.ceil(width + 2 * MARGIN);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${outer}" height="${Math.ceil(total)}" viewBox="0 0 ${outer} ${Math.ceil(total)}" font-family="Geist, ui-sans-serif, system-ui, sans-serif">` +
    `<title>${escapeXml(about.title)}</title><desc>${escapeXml(about.link)}</desc>` +
    `<rect width="${outer}" height="${Math.ceil(total)}" fill="${resolve("var(--surface)")}"/>${body.join("")}</svg>`
  );
}

interface PlacedEntry {
  readonly entry: LegendEntry;
  readonly x: number;
  readonly y: number;
}

function placeEntries(
  entries: readonly LegendEntry[],
  width: number,
): { entries: PlacedEntry[]; height: number } {
  let [x, y] = [MARGIN, 0];
  const result = entries.map((entry) => {
    const needs = signWidth(entry) + 6 + entry.text.length * ENTRY_PX;
    if (x > MARGIN && x + needs > width + MARGIN) [x, y] = [MARGIN, y + LINE];
    const at = { entry, x, y };
    x += needs + ENTRY_GAP;
    return at;
  });
  return { entries: result, height: entries.length === 0 ? 0 : y + LINE + 6 };
}

function signWidth({ sign, color }: LegendEntry): number {
  return sign?.width ?? (color === null ? -6 : 10);
}

function writeEntry(entry: LegendEntry, x: number, y: number, fill: string, resolve: ResolveColor): string {
  const { sign, color, text } = entry;
  const middle = y + LINE / 2;
  const mark =
    sign !== null
      ? sign.svg.replace("<svg ", `<svg x="${x}" y="${middle - sign.height / 2}" `)
      : color === null
        ? ""
        : `<rect x="${x}" y="${middle - 5}" width="10" height="10" rx="2" fill="${escapeXml(resolve(color))}"/>`;
  return `${mark}<text x="${x + signWidth(entry) + 6}" y="${middle}" font-size="11" fill="${fill}" dominant-baseline="central">${escapeXml(text)}</text>`;
}

function wrapText(text: string, chars: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < chars) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(...(word.match(new RegExp(`.{1,${chars}}`, "gu")) ?? []));
  }
  return lines;
}
