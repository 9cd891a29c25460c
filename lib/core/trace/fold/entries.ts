import type { TurnIndex } from "../../units";
import type { Mode } from "../../vocabulary";
import { chooseModeOfShown } from "../../window/shown-text";
import type { EntryFacts, Reference } from "../block-facts";
import { ENTRY_FACTS } from "../block-facts";
import type { WindowEntryStatement } from "../blocks-schema";
import { makeTeller } from "../fact";
import { STATED_NOTE_CHARS_MAX } from "../limits";
import type { Registry } from "./registry";

export interface StandingEntry extends EntryFacts {
  readonly block: number;
  readonly version: number;
  readonly mode: Mode;
}

const tellEntry = makeTeller(ENTRY_FACTS);
/** The facts of an entry that says nothing besides its block. */
export const NO_ENTRY_FACTS = tellEntry({});

/**
 * Finds the block that an entry names or defines, and its mode.
 *
 * - An id, or an object with neither text nor mode: the block in full.
 * - An object with a mode: that mode, with the given text or without a known text.
 * - An object with a text only: full if it is the block's first text or a new edition of it, else the mode that the
 * text shows (`chooseModeOfShown`).
 *
 * The text of a reference is also what it leaves behind, unless the sender says otherwise.
 */
export function resolveEntry(
  entry: WindowEntryStatement,
  registry: Registry,
  turn: TurnIndex | null,
): StandingEntry {
  if (typeof entry === "string") return makeFullStanding(registry.registerMention(entry, turn), registry);
  const { mode: statedMode, ...statement } = entry;
  const entryFacts = tellEntry(entry);
  const block = registry.registerMention(statement.id, turn);
  const since = turn === null ? 0 : turn + 1;
  registry.describe(block, statement as Parameters<Registry["describe"]>[1], turn, since);
  const version = registry.addVersion(block, statement as Parameters<Registry["addVersion"]>[1]);
  const facts = registry.getFacts(block);
  const full = registry.getFullVersion(block);
  if (version === null) {
    if (statedMode === undefined || statedMode === "full")
      return { ...makeFullStanding(block, registry), ...entryFacts };
    return { block, version: -1, mode: statedMode, ...entryFacts };
  }
  const mode = statedMode ?? chooseShownMode();
  if (mode === "full") registry.setFull(block, version);
  const reference = entryFacts.reference ?? (mode === "reference" ? makePlaceholder() : null);
  return { block, version, mode, ...entryFacts, reference };

  function makePlaceholder(): Reference | null {
    const text = statement.content?.slice(0, STATED_NOTE_CHARS_MAX);
    return text === undefined ? null : { kind: "placeholder", text };
  }

  function chooseShownMode(): Mode {
    if (full?.traits == null || version === facts.full || statement.content === undefined) return "full";
    return chooseModeOfShown(facts.kind, full.traits, statement.content);
  }
}

function makeFullStanding(block: number, registry: Registry): StandingEntry {
  return { block, version: registry.getFacts(block).full, mode: "full", ...NO_ENTRY_FACTS };
}
