import type { ResolveColor, Shape } from "@/lib/view/chart/shapes";

const FALLBACK_FONT = "ui-sans-serif, system-ui, sans-serif";
const PATHS_MAX = 200;
const paths = new Map<string, Path2D>();

/** The context must already be scaled to CSS pixels. */
export function paintShapes(
  context: CanvasRenderingContext2D,
  shapes: readonly Shape[],
  resolve: ResolveColor,
): void {
  const font = fontFamily();
  context.textBaseline = "middle";
  for (const shape of shapes) {
    context.globalAlpha = 1;
    switch (shape.type) {
      case "rect":
        context.globalAlpha = shape.opacity ?? 1;
        context.fillStyle = resolve(shape.fill);
        context.fillRect(shape.x, shape.y, shape.width, shape.height);
        break;
      case "line":
        context.strokeStyle = resolve(shape.stroke);
        context.lineWidth = shape.width ?? 1;
        context.setLineDash(shape.dash === undefined ? [] : [...shape.dash]);
        context.beginPath();
        context.moveTo(shape.x1, shape.y1);
        context.lineTo(shape.x2, shape.y2);
        context.stroke();
        break;
      case "path":
        paintPath(context, shape, resolve);
        break;
      case "text":
        context.font = `${shape.weight ?? 400} ${shape.size}px ${font}`;
        context.textAlign = shape.align ?? "left";
        context.fillStyle = resolve(shape.fill);
        context.fillText(shape.text, shape.x, shape.y);
    }
  }
  context.globalAlpha = 1;
}

function paintPath(
  context: CanvasRenderingContext2D,
  { x, y, d, fill, stroke, width }: Extract<Shape, { type: "path" }>,
  resolve: ResolveColor,
): void {
  context.setLineDash([]);
  context.translate(x, y);
  if (fill !== undefined) {
    context.fillStyle = resolve(fill);
    context.fill(pathOf(d));
  }
  if (stroke !== undefined) {
    context.strokeStyle = resolve(stroke);
    context.lineWidth = width ?? 1;
    context.stroke(pathOf(d));
  }
  context.translate(-x, -y);
}

function pathOf(d: string): Path2D {
  const cached = paths.get(d);
  if (cached !== undefined) return cached;
  if (paths.size >= PATHS_MAX) paths.clear();
  const path = new Path2D(d);
  paths.set(d, path);
  return path;
}

let family: string | null = null;

/** A canvas cannot use a CSS variable as its font, so the page's font is read once. */
function fontFamily(): string {
  family ??= getComputedStyle(document.body).fontFamily || FALLBACK_FONT;
  return family;
}
