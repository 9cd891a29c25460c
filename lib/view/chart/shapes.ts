/**
 * A drawing as data: one model for canvas, SVG and tests. Coordinates are CSS pixels from the top left. Colours are CSS
 * values that may name a theme variable.
 */
export type Shape =
  | {
      readonly type: "rect";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: string;
      readonly opacity?: number;
    }
  | {
      readonly type: "line";
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly stroke: string;
      readonly width?: number;
      readonly dash?: readonly [number, number];
    }
  | {
      readonly type: "path";
      readonly x: number;
      readonly y: number;
      readonly d: string;
      readonly stroke?: string;
      readonly fill?: string;
      readonly width?: number;
    }
  | {
      readonly type: "text";
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly fill: string;
      readonly size: number;
      readonly align?: "left" | "right" | "center";
      readonly weight?: number;
    };

/** Resolves a theme colour: `var(--ink)` in, `#14171c` out. */
export type ResolveColor = (color: string) => string;

const FONT = "Geist, ui-sans-serif, system-ui, sans-serif";

/** Self-contained. `title` names its content, `source` its origin. */
export function writeSvg(
  shapes: readonly Shape[],
  { width, height, title, source }: { width: number; height: number; title: string; source: string },
  resolve: ResolveColor,
): string {
  const body = shapes.map((shape) => writeElement(shape, resolve)).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}">` +
    `<title>${escapeXml(title)}</title><desc>${escapeXml(source)}</desc>` +
    `<rect width="${width}" height="${height}" fill="${resolve("var(--surface)")}"/>${body}</svg>`
  );
}

function writeElement(shape: Shape, resolve: ResolveColor): string {
  switch (shape.type) {
    case "rect":
      return `<rect x="${formatNumber(shape.x)}" y="${formatNumber(shape.y)}" width="${formatNumber(shape.width)}" height="${formatNumber(shape.height)}" fill="${resolve(shape.fill)}"${shape.opacity === undefined ? "" : ` fill-opacity="${shape.opacity}"`}/>`;
    case "line":
      return `<line x1="${formatNumber(shape.x1)}" y1="${formatNumber(shape.y1)}" x2="${formatNumber(shape.x2)}" y2="${formatNumber(shape.y2)}" stroke="${resolve(shape.stroke)}" stroke-width="${shape.width ?? 1}"${shape.dash === undefined ? "" : ` stroke-dasharray="${shape.dash.join(" ")}"`}/>`;
    case "path":
      return `<path transform="translate(${formatNumber(shape.x)} ${formatNumber(shape.y)})" d="${shape.d}" fill="${shape.fill === undefined ? "none" : resolve(shape.fill)}"${shape.stroke === undefined ? "" : ` stroke="${resolve(shape.stroke)}" stroke-width="${shape.width ?? 1}"`}/>`;
    case "text":
      return `<text x="${formatNumber(shape.x)}" y="${formatNumber(shape.y)}" font-size="${shape.size}" fill="${resolve(shape.fill)}"${shape.weight === undefined ? "" : ` font-weight="${shape.weight}"`} text-anchor="${ANCHORS[shape.align ?? "left"]}" dominant-baseline="central">${escapeXml(shape.text)}</text>`;
  }
}

const ANCHORS = { left: "start", right: "end", center: "middle" };

function formatNumber(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Also removes characters that XML forbids. */
export function escapeXml(text: string): string {
  return text
    .replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}
