import type { ResolveColor } from "@/lib/view/chart/shapes";

export function themeColors(): ResolveColor {
  const style = getComputedStyle(document.documentElement);
  const known = new Map<string, string>();
  return (color) => {
    const name = /^var\((--[\w-]+)\)$/.exec(color)?.[1];
    if (name === undefined) return color;
    const value = known.get(name) ?? style.getPropertyValue(name).trim();
    known.set(name, value);
    return value;
  };
}
