import type { LegendEntry } from "@/lib/view/figure-svg";
import { themeColors } from "./theme-color";

export function legendOf(container: HTMLElement | null): LegendEntry[] {
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
