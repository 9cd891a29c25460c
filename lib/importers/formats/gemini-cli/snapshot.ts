import { nameIn } from "../../shared/bounds";
import type { StatedStep } from "@/lib/core/evidence/plan/steps/step-identity";
import { convertStatusWord } from "@/lib/core/evidence/plan/readers/statuses";

/** The beginning of a snapshot. The model may think aloud before it. */
const SNAPSHOT = /^\s*(?:<scratchpad>[\s\S]{0,100000}?<\/scratchpad>\s*)?<state_snapshot>/;
const STEP = /<step\s+status="([^"]{1,40})"\s*>((?:(?!<step)[\s\S]){0,4000}?)<\/step>/g;
export function isSnapshot(text: string): boolean {
  return SNAPSHOT.test(text);
}

export function readStepsOfSnapshot(text: string): StatedStep[] {
  return [...text.matchAll(STEP)].flatMap(([, status = "", words = ""]) => {
    const step = nameIn(words.replace(/\s+/g, " ").trim());
    return step === undefined ? [] : [{ text: step, status: convertStatusWord(status) }];
  });
}
