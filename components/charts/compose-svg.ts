import { escapeXml } from "@/lib/view/chart/shapes";
import { themeColors } from "./theme-color";

/**
 * Combines the charts of an element into one self-contained SVG document. Keeps their positions and uses the colours of
 * the theme. A chart that scrolls sideways is included in full.
 */
export function composeSvg(container: HTMLElement, title: string, source: string): string {
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
