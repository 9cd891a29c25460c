import type { Command } from "./keys";

interface CommandWords {
  readonly label: string;
  readonly group: "Everywhere" | "Moving" | "Charts";
}

/** In the order of the help. The keys stand in `keys.ts`. */
export const KEYMAP: Readonly<Record<Command, CommandWords>> = {
  help: { label: "Show the keyboard commands", group: "Everywhere" },
  palette: { label: "Go anywhere, ask or do anything", group: "Everywhere" },
  import: { label: "Import files", group: "Everywhere" },
  search: { label: "Search or filter", group: "Everywhere" },
  clear: { label: "Clear search, then selection, then range", group: "Everywhere" },
  why: { label: "Ask why the model did not use the selected text", group: "Everywhere" },
  follow: { label: "Follow the selected text through the session", group: "Everywhere" },
  live: { label: "Follow the running session, or stop", group: "Everywhere" },
  mark: { label: "Mark what is shown as an incident", group: "Everywhere" },
  annotate: { label: "Annotate the turn of the cursor", group: "Everywhere" },
  copyLink: { label: "Copy a link to this exact view", group: "Everywhere" },
  share: { label: "Share what is shown", group: "Everywhere" },
  next: { label: "Next turn or row", group: "Moving" },
  previous: { label: "Previous turn or row", group: "Moving" },
  nextTen: { label: "Ten turns forward", group: "Moving" },
  previousTen: { label: "Ten turns back", group: "Moving" },
  nextRow: { label: "Next lane", group: "Moving" },
  previousRow: { label: "Previous lane", group: "Moving" },
  nextEvent: { label: "Next turn with an eviction, compaction or spike", group: "Moving" },
  previousEvent: { label: "Previous turn with an eviction, compaction or spike", group: "Moving" },
  nextDangling: { label: "Next use of evidence that was gone", group: "Moving" },
  previousDangling: { label: "Previous use of evidence that was gone", group: "Moving" },
  nextDifference: { label: "Next turn at which two policies differ", group: "Moving" },
  previousDifference: { label: "Previous turn at which two policies differ", group: "Moving" },
  select: { label: "Select the row, or deselect it", group: "Moving" },
  swap: { label: "Swap the two that are compared", group: "Moving" },
  open: { label: "Open the turn or row", group: "Moving" },
  preview: { label: "Show the block of the row, without leaving the page", group: "Moving" },
  zoomIn: { label: "Zoom in around the cursor", group: "Charts" },
  zoomOut: { label: "Zoom out", group: "Charts" },
  fit: { label: "Show the whole session", group: "Charts" },
  fitRows: { label: "Fit all lanes on the screen, or go back", group: "Charts" },
  table: { label: "Switch between chart and table", group: "Charts" },
  unit: { label: "Switch between tokens and share of the window", group: "Charts" },
};
