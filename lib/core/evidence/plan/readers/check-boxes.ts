import type { StatedStep } from "../steps/step-identity";
import { convertStatusBox } from "./statuses";

const BOX_LINE = /^[ \t]*(?:(?:[-*+]|\d{1,4}[.)])[ \t]*)?\[([ xX~-])\][ \t]+(\S[^\n]*)$/gm;

export function checkBoxes(text: string): StatedStep[] {
  return [...text.matchAll(BOX_LINE)].map(([, mark = " ", words = ""]) => ({
    text: words.trim(),
    status: convertStatusBox(mark),
  }));
}
