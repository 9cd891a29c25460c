import type { Metadata } from "next";
import { BlockView } from "@/components/block/block-view";
import { loadBlockParams } from "@/lib/view/url-state";
import { askForBlock, askBlockText } from "@/lib/view/views/block";
import type { ViewPageProps } from "../../view-page";
import { openSession } from "../../view-page";

export const metadata: Metadata = { title: "Block" };

const MARKED_CHARS = 1_000_000;

interface Props extends ViewPageProps {
  readonly params: Promise<{ readonly id: string; readonly blockId: string }>;
}

export default async function BlockPage(props: Props) {
  const [{ session, sessionId, search, mayWrite, read }, { blockId }] = await Promise.all([
    openSession(props),
    props.params,
  ]);
  const id = decodeURIComponent(blockId);
  const { value } = loadBlockParams(search);
  const first = await read(askForBlock(sessionId, id));
  const isFurther = value !== null && first.content.text?.includes(value) === false;
  const block = isFurther
    ? await read(askBlockText(sessionId, id, { offset: 0, limit: MARKED_CHARS }))
    : first;
  return (
    <BlockView
      sessionId={sessionId}
      input={{ session, block }}
      search={search.toString()}
      mayWrite={mayWrite}
    />
  );
}
