import type { Needle } from "../search/needle";
import { needlesOf, quoteAround } from "../search/needle";
import { fullText } from "../../trace/fold/recording";
import { isKnownBefore } from "../../trace/lookup";
import type { SourceKind } from "../../vocabulary";
import type { Judged } from "./candidates";
import type { Scene } from "./scene";
import type { Quote } from "./verdict";

const RESULT_KINDS: ReadonlySet<SourceKind> = new Set(["tool_result", "retrieval", "attachment"]);

/**
 * The newest result before the turn that named the thing, such as a search that listed it or a log. It separates "never
 * recalled" from "recalled and left out".
 */
export function recalledBy(scene: Scene, { candidate, subject }: Judged): Quote | null {
  const { blocks } = scene.recording.session;
  const block = candidate.block === null ? undefined : blocks[candidate.block];
  const names = [block?.label, block?.origin?.path, block?.origin?.url].filter((name) => name != null);
  const needles: Needle[] = names.flatMap((name) => needlesOf(name).slice(0, 1));
  if (subject.needle !== null) needles.push(subject.needle);
  if (needles.length === 0) return null;
  for (let i = blocks.length - 1; i >= 0; i--) {
    const result = blocks[i];
    if (result === undefined || i === candidate.block || !RESULT_KINDS.has(result.kind)) continue;
    if (!isKnownBefore(scene.lookup, i, scene.turn)) continue;
    const text = fullText(scene.recording, result);
    const span = text === null ? null : firstSpan(needles, text);
    if (text === null || span === null) continue;
    const turn = scene.lookup.residencies.get(i)?.[0]?.from ?? result.createdTurn;
    return { blockId: result.id, turn, text: quoteAround(text, span) };
  }
  return null;
}

function firstSpan(needles: readonly Needle[], text: string) {
  for (const needle of needles) {
    const span = needle.find(text);
    if (span !== null) return span;
  }
  return null;
}
