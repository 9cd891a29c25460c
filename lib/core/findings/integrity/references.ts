import { fullText } from "../../trace/fold/recording";
import type { Block } from "../../trace/session";
import type { SourceKind } from "../../vocabulary";
import type { FindingInput } from "../rule/rule";

const URL_PATTERN = /https?:\/\/[^\s"'<>()[\]{}\\`|]+/g;
/** Text of one block that is read for URLs. */
const READ_CHARS_MAX = 1_000_000;

/** What the model writes itself; all other kinds bring references in. */
const OWN: ReadonlySet<SourceKind> = new Set(["assistant_text", "thinking", "tool_call", "plan"]);

/** A URL that the model wrote, and where. */
export interface Citation {
  readonly url: string;
  readonly block: number;
  readonly turn: number;
}

/** URLs that something brought into the session, and those that the model wrote, each in the order of their blocks. */
export function urlsOf({ session, recording }: FindingInput): {
  known: ReadonlyMap<string, number>;
  cited: readonly Citation[];
} {
  const known = new Map<string, number>();
  const cited: Citation[] = [];
  for (const [no, block] of session.blocks.entries()) {
    for (const url of urlsIn(fullText(recording, block), block)) {
      if (!OWN.has(block.kind)) {
        if (!known.has(url)) known.set(url, no);
      } else if (block.createdTurn !== null) cited.push({ url, block: no, turn: block.createdTurn });
    }
  }
  return { known, cited };
}

function urlsIn(text: string | null, { origin }: Block): string[] {
  const found = text?.slice(0, READ_CHARS_MAX).match(URL_PATTERN) ?? [];
  return [...found, origin?.url ?? []].flat().map(trimmed);
}

/** A URL without the punctuation of the sentence that it stands in. */
export function trimmed(url: string): string {
  return url.replace(/[.,:;!?*_]+$/, "").replace(/\/$/, "");
}

/** Host and path segments of a URL, host first. */
export function partsOf(url: string): string[] {
  const rest = url.replace(/^https?:\/\//, "").replace(/[?#].*$/, "");
  return rest.split("/").filter((part) => part !== "");
}
