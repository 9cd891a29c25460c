const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Mod: "Ctrl/⌘",
  " ": "Space",
};

/** A key as the help shows it: `Ctrl/⌘ k`, `Space`, `+`. */
export function keyWords(name: string): string {
  if (name === "+") return name;
  return name
    .split("+")
    .map((part) => SYMBOLS[part] ?? part)
    .join(" ");
}
