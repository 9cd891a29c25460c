import { useQuery } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import type { AnswerAt } from "@/lib/api/request/request";
import { buildBlockModel } from "@/lib/view/block/block-model";
import { makeBlockHref } from "@/lib/view/questions/links";
import { askForBlock } from "@/lib/view/views/block";
import { useRead } from "../data/reader";
import { Modal, ModalClose } from "../ui/modal";
import { ViewLink as Link } from "../ui/view-link";
import { BlockContent } from "./block-content";
import { FactEntry } from "./fact-entry";
import { LifeLine } from "./life-line";

interface Props {
  sessionId: string;
  blockId: string;
  firstTurn: number;
  lastTurn: number;
  open: boolean;
  onOpen: (open: boolean) => void;
}

export default function PreviewBox({ sessionId, blockId, firstTurn, lastTurn, open, onOpen }: Props) {
  const read = useRead();
  const { data, error } = useQuery({
    queryKey: ["block", sessionId, blockId],
    enabled: open,
    queryFn: ({ signal }) => read(askForBlock(sessionId, blockId), signal),
  });
  const model = data === undefined ? null : buildBlockModel(data, firstTurn, lastTurn);
  const closeBySpace = (event: KeyboardEvent) => {
    const isOnControl = event.target instanceof Element && event.target.closest("a, button, [role=region]");
    if (event.key !== " " || isOnControl) return;
    event.preventDefault();
    onOpen(false);
  };
  return (
    <Modal
      title={model?.title ?? "A block"}
      description="Preview of a block."
      wide
      focusTitle
      open={open}
      onOpen={onOpen}
      onKey={closeBySpace}
    >
      {error !== null && <p className="mt-3 text-xs text-dangling">{error.message}</p>}
      {data === undefined && error === null && <p className="mt-3 text-xs text-ink-3">Reading…</p>}
      {model !== null && data !== undefined && (
        <Preview key={blockId} sessionId={sessionId} model={model} content={data.content} />
      )}
      <div className="mt-4 flex items-center gap-3">
        <Link
          href={makeBlockHref(sessionId, blockId)}
          className="btn btn-primary"
          onClick={() => onOpen(false)}
        >
          Open the block
        </Link>
        <ModalClose>Close</ModalClose>
      </div>
    </Modal>
  );
}

interface PreviewProps {
  sessionId: string;
  model: ReturnType<typeof buildBlockModel>;
  content: AnswerAt<"/api/v1/sessions/{id}/blocks/{blockId}">["content"];
}

function Preview({ sessionId, model, content }: PreviewProps) {
  return (
    <>
      <dl className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {model.facts.map((fact) => (
          <FactEntry key={fact.label} {...fact} />
        ))}
      </dl>
      <LifeLine model={model} />
      <BlockContent
        sessionId={sessionId}
        blockId={model.blockId}
        first={content.text}
        totalChars={content.totalChars}
      />
    </>
  );
}
