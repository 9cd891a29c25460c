import type { Snapshot } from "@/lib/incident/snapshot";
import { nameTurns } from "./named-turns";
import { revealText } from "../format/trace-text";

/** The text of something that was lost, with its life in words. */
export interface LostText {
  readonly key: number;
  readonly name: string;
  readonly life: string;
  /** The first lines; empty where there is no text. */
  readonly head: string;
  readonly rest: string;
  /** Why there is no text; `null` where there is. */
  readonly without: string | null;
}

const LINES = 12;
const CHARS = 1_200;

/** What was lost, as its reader may see it: masked where the link is masked, without text where names and texts are left out. */
export function listLostTexts({ lost = [], blocks, content }: Snapshot): LostText[] {
  return lost.flatMap(({ block, came, left, back, usedAt }) => {
    const of = blocks[block];
    if (of === undefined) return [];
    const text = of.text === null ? null : revealText(of.text);
    const head = text === null ? "" : cutBeginning(text);
    const stood = came === left - 1 ? `at turn ${came}` : `from turn ${came} to ${left - 1}`;
    const used = usedAt.length === 0 ? "" : `, used without it at ${nameTurns(usedAt)}`;
    const again = back === null ? ", and did not come back" : `, back at turn ${back}`;
    return [
      {
        key: block,
        name: revealText(of.name),
        life: `in the window ${stood}, gone at turn ${left}${used}${again}`,
        head,
        rest: text === null ? "" : text.slice(head.length).replace(/^\n/, ""),
        without:
          text !== null
            ? null
            : content === "off"
              ? "Its text is left out of this link."
              : "Its text was not recorded.",
      },
    ];
  });
}

function cutBeginning(text: string): string {
  let end = -1;
  for (let line = 0; line < LINES; line++) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) break;
  }
  return text.slice(0, Math.min(end < 0 ? text.length : end, CHARS));
}
