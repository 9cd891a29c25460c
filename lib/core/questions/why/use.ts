import type { Needle } from "../search/needle";
import { quoteAround } from "../search/needle";
import { valuesOf } from "../search/values";
import { fullText } from "../../trace/fold/recording";
import type { Scene } from "./scene";
import type { UseProof } from "./verdict";

const NO_OUTPUT = "what the model produced in this turn is not in the recording";

const SHOWN_VALUES_MAX = 8;

export function outputTexts(scene: Scene): string[] {
  const { recording, lookup, turn } = scene;
  return (lookup.turnAt.get(turn)?.output ?? []).flatMap((index) => {
    const block = recording.session.blocks[index];
    const text = block === undefined ? null : fullText(recording, block);
    return text === null ? [] : [text];
  });
}

/**
 * Whether the model used a block that stood in its window. Only copied values can be seen: the text that was asked for,
 * or values that only this block has in the window. Paraphrase leaves no trace.
 */
export function lookForUse(scene: Scene, block: number, needle: Needle | null): UseProof {
  if (needle !== null && needle.level !== "words") return lookForText(scene, needle);
  const outputs = outputTexts(scene);
  if (outputs.length === 0) return unknown(NO_OUTPUT);
  const own = ownValues(scene, block);
  if (own.size === 0)
    return unknown("the block holds no value that could be recognised again and stands nowhere else");
  const produced = new Set(outputs.flatMap((text) => [...valuesOf(text)]));
  const values = [...own].filter((value) => produced.has(value));
  return {
    found: values.length > 0,
    values: values.slice(0, SHOWN_VALUES_MAX),
    sought: own.size,
    method:
      "values that only this block had in the window were looked for in what the model produced in this turn",
  };
}

export function lookForText(scene: Scene, needle: Needle | null): UseProof {
  const outputs = outputTexts(scene);
  if (outputs.length === 0) return unknown(NO_OUTPUT);
  if (needle === null) return unknown("a whole block was asked about; ask about a text of it");
  const quotes = outputs.flatMap((text) => {
    const span = needle.find(text);
    return span === null ? [] : [quoteAround(text, span)];
  });
  return {
    found: quotes.length > 0,
    values: quotes.slice(0, SHOWN_VALUES_MAX),
    sought: 1,
    method: "the text itself was looked for in what the model produced in this turn",
  };
}

function ownValues(scene: Scene, block: number): Set<string> {
  const { recording, window } = scene;
  const textOf = (residency: Scene["window"][number]) =>
    recording.textOf(recording.session.blocks[residency.block]?.versions[residency.version]) ?? "";
  const standing = window.find((residency) => residency.block === block);
  const own = valuesOf(standing === undefined ? "" : textOf(standing));
  for (const residency of window) {
    if (own.size === 0) break;
    if (residency.block !== block) for (const value of valuesOf(textOf(residency))) own.delete(value);
  }
  return own;
}

function unknown(method: string): UseProof {
  return { found: null, values: [], sought: 0, method };
}
