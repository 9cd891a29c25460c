import type { ResolveColor } from "@/lib/view/chart/shapes";

export function themeColors(): ResolveColor {
  const style = getComputedStyle(document.documentElement);
  const colors = new Map<string, string>();
  return (color) => {
    const name = /^var\((--[\w-]+)\)$/.exec(color)?.[1];
    if (name === undefined) return color;
    const value = colors.get(name) ?? style.getPropertyValue(name).trim();
    colors.set(name, value);
    return value;
  };
}
