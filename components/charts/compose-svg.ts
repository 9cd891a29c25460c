import { escapeXml } from "@/lib/view/chart/shapes";
import type { LegendEntry } from "@/lib/view/figure-svg";
import { buildFigureSvg } from "@/lib/view/figure-svg";
import { themeColors } from "./theme-color";

interface DrawnFigure {
  readonly title: string;
  readonly story: string | null;
  readonly summary: string;
  readonly body: HTMLElement | null;
  readonly legend: HTMLElement | null;
  /** The drawing where it is not the charts of the body. */
  readonly svg: (() => string) | undefined;
}

/** A figure with its summary, its legend and the link to it, as one picture. */
export function pictureOf({ title, story, summary, body, legend, svg }: DrawnFigure): string {
  const link = window.location.href;
  const drawing = svg?.() ?? (body === null ? "" : composeSvg(body, title, link));
  const size = /^<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/.exec(drawing);
  return buildFigureSvg(
    drawing,
    { width: Number(size?.[1] ?? 0), height: Number(size?.[2] ?? 0) },
    { story, title: summary, of: document.title, legend: legendOf(legend), link },
    themeColors(),
  );
}

/**
 * Combines the charts of an element into one self-contained SVG document. Keeps their positions and uses the colours of
 * the theme. A chart that scrolls sideways is included in full.
 */
function composeSvg(container: HTMLElement, title: string, source: string): string {
  const box = container.getBoundingClientRect();
  const resolve = themeColors();
  const charts = [...container.querySelectorAll("svg")].filter(
    (svg) => svg.parentElement?.closest("svg") === null && svg.getBoundingClientRect().width > 0,
  );
  const drawn = charts.map((svg) => {
    const at = svg.getBoundingClientRect();
    const copy = svg.cloneNode(true) as SVGSVGElement;
    for (const element of [copy, ...copy.querySelectorAll("*")]) settleColors(element, resolve);
    copy.setAttribute("x", String(Math.max(0, Math.round(at.left - box.left))));
    copy.setAttribute("y", String(Math.round(at.top - box.top)));
    copy.setAttribute("width", String(at.width));
    copy.setAttribute("height", String(at.height));
    copy.removeAttribute("class");
    return new XMLSerializer().serializeToString(copy);
  });
  const widest = Math.max(0, ...charts.map((svg) => svg.getBoundingClientRect().width));
  const [width, height] = [Math.ceil(Math.max(box.width, widest)), Math.ceil(box.height)];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-sans-serif, system-ui, sans-serif">` +
    `<title>${escapeXml(title)}</title><desc>${escapeXml(source)}</desc>` +
    `<rect width="${width}" height="${height}" fill="${resolve("var(--surface)")}"/>${drawn.join("")}</svg>`
  );
}

function settleColors(element: Element, resolve: (color: string) => string): void {
  for (const { name, value } of [...element.attributes]) {
    if (value.includes("var(--"))
      element.setAttribute(
        name,
        value.replace(/var\(--[\w-]+\)/g, (color) => resolve(color)),
      );
  }
}

const PNG_SCALE = 2;

/** At twice its size in CSS pixels. */
export async function svgToPng(svg: string): Promise<Blob> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width * PNG_SCALE;
    canvas.height = image.height * PNG_SCALE;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob === null) throw new Error("the browser could not make a picture of this size");
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function legendOf(container: HTMLElement | null): LegendEntry[] {
  const resolve = themeColors();
  return [...(container?.querySelectorAll<HTMLElement>("li, [data-entry]") ?? [])].flatMap((item) => {
    const text = item.textContent?.replace(/\s+/g, " ").trim() ?? "";
    const drawn = item.querySelector("svg");
    const swatch = item.querySelector<HTMLElement>("[data-swatch]");
    if (text === "") return [];
    return [
      {
        text,
        color: swatch?.dataset.swatch ?? null,
        sign: drawn === null ? null : signOf(drawn, resolve),
      },
    ];
  });
}

function signOf(drawn: SVGSVGElement, resolve: (color: string) => string): LegendEntry["sign"] {
  const { width, height } = drawn.getBoundingClientRect();
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const current = getComputedStyle(drawn).color;
  for (const element of [copy, ...copy.querySelectorAll("*")])
    for (const { name, value } of [...element.attributes])
      element.setAttribute(
        name,
        value.replace(/var\(--[\w-]+\)/g, (color) => resolve(color)).replace("currentColor", current),
      );
  copy.removeAttribute("class");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return { svg: new XMLSerializer().serializeToString(copy), width, height };
}
