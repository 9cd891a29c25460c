import { assert } from "../../assert";
import type { ModelSetting } from "../../models/model-settings";
import type { TurnIndex } from "../../units";
import type { TraceEvent } from "../event";
import { Fold } from "./fold";
import type { Block, BlockVersion, Session } from "../session";

/** Finds the text of a version; `null` if the source never gave it. */
export type TextOf = (version: BlockVersion | undefined) => string | null;

/** A session with its texts: the input of plans, evidence, findings and replays. */
export interface Recording {
  readonly session: Session;
  readonly textOf: TextOf;
  readonly models?: readonly ModelSetting[];
  /** The first turn that is no copy of another session's: the copies count there. 0 where left out. */
  readonly ownFrom?: TurnIndex;
}

const finders = new WeakMap<ReadonlyMap<string, string>, TextOf>();

/** Equal texts give the same finder, so that what was read of them stays known while a session grows. */
export function makeTextFinder(texts: ReadonlyMap<string, string>): TextOf {
  const cached = finders.get(texts);
  if (cached !== undefined) return cached;
  const findText: TextOf = (version) => {
    if (version === undefined) return null;
    return version.text ?? (version.hash === null ? null : (texts.get(version.hash) ?? null));
  };
  finders.set(texts, findText);
  return findText;
}

/** The full text of a block; `null` if the block was never seen in full or its text is unknown. */
export function readFullText({ textOf }: Recording, block: Block): string | null {
  return textOf(block.versions[block.full]);
}

/** @param block index into `Session.blocks` @returns its text; empty where there is no such block, or its text is unknown */
export function readTextOfBlock(recording: Recording, block: number | null | undefined): string {
  const found = recording.session.blocks[block ?? -1];
  return found === undefined ? "" : (readFullText(recording, found) ?? "");
}

/**
 * Folds events and keeps their texts. Events may come in any order and more than once; the first event of an id counts.
 */
export function foldRecording(
  events: readonly TraceEvent[],
  models: readonly ModelSetting[] = [],
): Recording {
  const texts = new Map<string, string>();
  const once = new Map<string, TraceEvent>();
  for (const event of events) if (!once.has(event.id)) once.set(event.id, event);
  const fold = new Fold({ models, onText: (hash, text) => texts.set(hash, text) });
  assert(fold.add([...once.values()]), "a set of distinct events folds");
  return { session: fold.buildSession(), textOf: makeTextFinder(texts), models };
}
