import type { Recording } from "@/lib/core/trace/fold/recording";
import { fullText } from "@/lib/core/trace/fold/recording";
import type { BlockText } from "@/lib/db/derived/block-texts";

export function textsOf(recording: Recording): BlockText[] {
  return recording.session.blocks.flatMap((block, no) => {
    const version = block.versions[block.full];
    const hash = version?.hash ?? version?.text ?? null;
    return hash === null ? [] : [{ no, hash, text: () => fullText(recording, block) }];
  });
}
