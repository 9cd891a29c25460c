export const KEYMAP = {
  help: { keys: ["?"], label: "Show the keyboard commands", group: "Everywhere" },
  palette: { keys: ["Mod+k"], label: "Go anywhere, ask or do anything", group: "Everywhere" },
  import: { keys: ["i"], label: "Import files", group: "Everywhere" },
  search: { keys: ["/"], label: "Search or filter", group: "Everywhere" },
  clear: { keys: ["Escape"], label: "Clear search, then selection, then range", group: "Everywhere" },
  why: { keys: ["W"], label: "Ask why the model did not use the selected text", group: "Everywhere" },
  follow: { keys: ["F"], label: "Follow the selected text through the session", group: "Everywhere" },
  live: { keys: ["l"], label: "Follow the running session, or stop", group: "Everywhere" },
  mark: { keys: ["m"], label: "Mark what is shown as an incident", group: "Everywhere" },
  annotate: { keys: ["a"], label: "Annotate the turn of the cursor", group: "Everywhere" },
  copyLink: { keys: ["c"], label: "Copy a link to this exact view", group: "Everywhere" },
  next: { keys: ["j", "ArrowRight"], label: "Next turn or row", group: "Moving" },
  previous: { keys: ["k", "ArrowLeft"], label: "Previous turn or row", group: "Moving" },
  nextTen: { keys: ["J", "Shift+ArrowRight"], label: "Ten turns on", group: "Moving" },
  previousTen: { keys: ["K", "Shift+ArrowLeft"], label: "Ten turns back", group: "Moving" },
  nextRow: { keys: ["ArrowDown"], label: "Next lane", group: "Moving" },
  previousRow: { keys: ["ArrowUp"], label: "Previous lane", group: "Moving" },
  nextEvent: { keys: ["]"], label: "Next turn with an eviction, compaction or spike", group: "Moving" },
  previousEvent: {
    keys: ["["],
    label: "Previous turn with an eviction, compaction or spike",
    group: "Moving",
  },
  nextDangling: { keys: ["}"], label: "Next use of evidence that was gone", group: "Moving" },
  previousDangling: { keys: ["{"], label: "Previous use of evidence that was gone", group: "Moving" },
  nextDifference: { keys: ["n"], label: "Next turn at which two policies differ", group: "Moving" },
  previousDifference: { keys: ["p"], label: "Previous turn at which two policies differ", group: "Moving" },
  select: { keys: ["x"], label: "Select the row, or not any more", group: "Moving" },
  swap: { keys: ["X"], label: "Swap the two that are compared", group: "Moving" },
  open: { keys: ["Enter"], label: "Open the turn or row", group: "Moving" },
  zoomIn: { keys: ["+", "="], label: "Zoom in around the cursor", group: "Charts" },
  zoomOut: { keys: ["-"], label: "Zoom out", group: "Charts" },
  fit: { keys: ["0"], label: "Show the whole session", group: "Charts" },
  fitRows: { keys: ["f"], label: "Fit all lanes into sight, and back", group: "Charts" },
  table: { keys: ["t"], label: "Switch between chart and table", group: "Charts" },
  unit: { keys: ["u"], label: "Switch between tokens and share of the window", group: "Charts" },
} as const satisfies Record<string, { keys: readonly string[]; label: string; group: string }>;

export type Command = keyof typeof KEYMAP;

/** The key press in the notation of the map: `j`, `J`, `Shift+ArrowLeft`, `?`, or `Mod+k` for Ctrl or Command. */
export function keyName(
  event: Pick<KeyboardEvent, "key" | "shiftKey"> & Partial<Pick<KeyboardEvent, "ctrlKey" | "metaKey">>,
): string {
  if (event.ctrlKey === true || event.metaKey === true) return `Mod+${event.key.toLowerCase()}`;
  return event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
}

const COMMAND_OF_KEY = new Map<string, Command>(
  (Object.entries(KEYMAP) as [Command, { keys: readonly string[] }][]).flatMap(([command, { keys }]) =>
    keys.map((key): [string, Command] => [key, command]),
  ),
);

/** The command of a key press. A key typed into a field or held with a modifier is no command. */
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
