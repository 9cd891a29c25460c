import type { Message } from "@/lib/policies/contract/message";
import { CONTENT_CHARS_MAX } from "@/lib/core/trace/limits";
import type { WindowEntryStatement } from "@/lib/core/trace/blocks-schema";
import type { ShownPiece, Sizes } from "./sizes";

export function insertedId(messageId: string): string {
  return `policy:${messageId}`;
}

export function entryOf({ piece, mode, text, tokens }: ShownPiece, sizes: Sizes): WindowEntryStatement {
  if (text !== null)
    return { id: piece.id, mode, content: text, tokens: { value: tokens, provenance: sizes.provenance } };
  if (piece.shownAs === null) return piece.id;
  const { version, shownAs } = piece;
  const { reference } = shownAs;
  const isStated = version?.tokens != null && version.provenance !== "unavailable";
  return {
    id: piece.id,
    mode,
    ...(piece.text !== null && { content: piece.text }),
    ...(isStated &&
      version.provenance !== "inferred" && {
        tokens: { value: version.tokens ?? 0, provenance: version.provenance as "estimated" },
      }),
    ...(reference !== null && { reference }),
  };
}

export function insertedEntry(message: Message, sizes: Sizes): WindowEntryStatement {
  return {
    id: insertedId(message.id),
    kind: message.source?.kind ?? "compaction_summary",
    trust: message.source?.trust ?? "fact",
    label: message.simulated === undefined ? "Put in by the policy" : "Simulated: no model wrote this",
    content: message.text.slice(0, CONTENT_CHARS_MAX),
    tokens: { value: sizes.countMessage(message), provenance: sizes.provenance },
  };
}
