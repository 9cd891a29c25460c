import type { Needle } from "../search/needle";
import { quoteAround } from "../search/needle";
import { collectTellingValues } from "../search/values";
import { readFullText } from "../../trace/fold/recording";
import type { Scene } from "./scene";
import type { UseProof } from "./verdict";

const NO_OUTPUT = "what the model produced in this turn is not in the recording";

const SHOWN_VALUES_MAX = 8;

export function listOutputTexts(scene: Scene): string[] {
  const { recording, lookup, turn } = scene;
  return (lookup.turnAt.get(turn)?.output ?? []).flatMap((index) => {
    const block = recording.session.blocks[index];
    const text = block === undefined ? null : readFullText(recording, block);
    return text === null ? [] : [text];
  });
}

/**
 * Whether the model used a block that stood in its window. Only copied values can be seen: the text that was asked for,
 * or values that only this block has in the window. Paraphrase leaves no trace.
 */
export function lookForUse(scene: Scene, block: number, needle: Needle | null): UseProof {
  if (needle !== null && needle.level !== "words") return lookForText(scene, needle);
  const outputs = listOutputTexts(scene);
  if (outputs.length === 0) return makeUnknownUse(NO_OUTPUT);
  const ownValues = collectOwnValues(scene, block);
  if (ownValues.size === 0)
    return makeUnknownUse("the block holds no value that could be recognised again and stands nowhere else");
  const produced = new Set(outputs.flatMap((text) => [...collectTellingValues(text)]));
  const values = [...ownValues].filter((value) => produced.has(value));
  return {
    found: values.length > 0,
    values: values.slice(0, SHOWN_VALUES_MAX),
    sought: ownValues.size,
    method:
      "values that only this block had in the window were looked for in what the model produced in this turn",
  };
}

export function lookForText(scene: Scene, needle: Needle | null): UseProof {
  const outputs = listOutputTexts(scene);
  if (outputs.length === 0) return makeUnknownUse(NO_OUTPUT);
  if (needle === null) return makeUnknownUse("a whole block was asked about; ask about a text of it");
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

function collectOwnValues(scene: Scene, block: number): Set<string> {
  const { recording, window } = scene;
  const readText = (residency: Scene["window"][number]) =>
    recording.textOf(recording.session.blocks[residency.block]?.versions[residency.version]) ?? "";
  const residency = window.find((residency) => residency.block === block);
  const values = collectTellingValues(residency === undefined ? "" : readText(residency));
  for (const residency of window) {
    if (values.size === 0) break;
    if (residency.block !== block)
      for (const value of collectTellingValues(readText(residency))) values.delete(value);
  }
  return values;
}

function makeUnknownUse(method: string): UseProof {
  return { found: null, values: [], sought: 0, method };
}
