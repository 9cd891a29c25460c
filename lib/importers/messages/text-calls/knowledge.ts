import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import type { Instructions, TextProtocol } from "./protocol";
import { NO_INSTRUCTIONS } from "./read-replies";

/** How the calls and results of one conversation are written, as far as its texts have shown it. */
export interface Knowledge {
  /** The protocols in use, in the order in which they were seen. */
  readonly protocols: readonly TextProtocol[];
  /** Whether the model calls tools by the API's own means: then instructions about fenced commands ask for no calls. */
  readonly hasNative: boolean;
  readonly instructions: Instructions;
  /** The mark with which results begin; `null` while none was seen. */
  readonly mark: string | null;
}

export const NOTHING_KNOWN: Knowledge = {
  protocols: [],
  hasNative: false,
  instructions: NO_INSTRUCTIONS,
  mark: null,
};

/** Adds what a list of items shows: calls by the API's own means. The same object where nothing is new. */
export function addNativeCalls(knowledge: Knowledge, items: readonly SeenItem[]): Knowledge {
  return knowledge.hasNative || !items.some(({ kind }) => kind === "tool_call")
    ? knowledge
    : { ...knowledge, hasNative: true };
}

export function isSameKnowledge(a: Knowledge, b: Knowledge): boolean {
  return (
    a.hasNative === b.hasNative &&
    a.instructions === b.instructions &&
    a.mark === b.mark &&
    a.protocols.length === b.protocols.length &&
    a.protocols.every((protocol) => b.protocols.includes(protocol))
  );
}
