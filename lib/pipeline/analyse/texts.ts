import { fullText } from "@/lib/core/trace/recording";
import { blockTextRows } from "@/lib/db/derived/block-texts";
import type { Analysis } from "./analysis";

/** Keeps the words of every text of a session, by which the list of sessions is searched. */
export const texts: Analysis = {
  id: "texts",
  rows: ({ recording }) => [
    blockTextRows(
      recording.session.blocks.flatMap((block, no) => {
        const version = block.versions[block.full];
        const hash = version?.hash ?? version?.text ?? null;
        return hash === null ? [] : [{ no, hash, text: () => fullText(recording, block) }];
      }),
    ),
  ],
};
