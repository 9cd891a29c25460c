/** What the commands mean stands in `keymap.ts`, since only the help and the palette show it. */
export const KEYS = {
  help: ["?"],
  palette: ["Mod+k"],
  import: ["i"],
  search: ["/"],
  clear: ["Escape"],
  why: ["W"],
  follow: ["F"],
  live: ["l"],
  mark: ["m"],
  annotate: ["a"],
  copyLink: ["c"],
  share: ["S"],
  next: ["j", "ArrowRight"],
  previous: ["k", "ArrowLeft"],
  nextTen: ["J", "Shift+ArrowRight"],
  previousTen: ["K", "Shift+ArrowLeft"],
  nextRow: ["ArrowDown"],
  previousRow: ["ArrowUp"],
  nextEvent: ["]"],
  previousEvent: ["["],
  nextDangling: ["}"],
  previousDangling: ["{"],
  nextDifference: ["n"],
  previousDifference: ["p"],
  select: ["x"],
  swap: ["X"],
  open: ["Enter"],
  preview: [" "],
  zoomIn: ["+", "="],
  zoomOut: ["-"],
  fit: ["0"],
  fitRows: ["f"],
  table: ["t"],
  unit: ["u"],
} as const satisfies Record<string, readonly string[]>;

export type Command = keyof typeof KEYS;

/** The key press in the notation of the map: `j`, `J`, `Shift+ArrowLeft`, `?`, or `Mod+k` for Ctrl or Command. */
export function keyName(
  event: Pick<KeyboardEvent, "key" | "shiftKey"> & Partial<Pick<KeyboardEvent, "ctrlKey" | "metaKey">>,
): string {
  if (event.ctrlKey === true || event.metaKey === true) return `Mod+${event.key.toLowerCase()}`;
  return event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
}

const COMMAND_OF_KEY = new Map<string, Command>(
  (Object.entries(KEYS) as [Command, readonly string[]][]).flatMap(([command, keys]) =>
    keys.map((key): [string, Command] => [key, command]),
  ),
);

/** A key typed into a field or held with a modifier is not a command. */
export function commandOf(event: KeyboardEvent): Command | undefined {
  if (event.altKey || event.defaultPrevented) return undefined;
  const command = COMMAND_OF_KEY.get(keyName(event));
  if (event.ctrlKey || event.metaKey) return command;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (
    target?.closest("input, textarea, select, [contenteditable=true], [role=dialog]") &&
    event.key !== "Escape"
  )
    return undefined;
  return command;
}
