import type { Recording } from "@/lib/core/trace/fold/recording";
import { fullText } from "@/lib/core/trace/fold/recording";
import type { SearchedText } from "@/lib/db/derived/word-filters";

/** Every text of a session, by which the list of sessions is searched. */
export function textsOf(recording: Recording): SearchedText[] {
  return recording.session.blocks.flatMap((block, no) => {
    const version = block.versions[block.full];
    const hash = version?.hash ?? version?.text ?? null;
    if (hash === null) return [];
    return [{ no, hash, chars: version?.chars ?? 0, text: () => fullText(recording, block) }];
  });
}
