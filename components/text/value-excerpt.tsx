import { useQuery } from "@tanstack/react-query";
import { cutPiecesAround, isValueShown } from "@/lib/view/block/text-around";
import { listMarkedPieces } from "@/lib/view/format/marked-text";
import { revealText } from "@/lib/view/format/trace-text";
import { askBlockLife } from "@/lib/view/views/reads";
import { useRead } from "../data/reader";
import { MarkedText } from "./marked-text";

export function useBlockLife(sessionId: string, blockId: string, value: string | null, enabled = true) {
  const read = useRead();
  return useQuery({
    queryKey: ["block-life", sessionId, blockId, value],
    queryFn: ({ signal }) => read(askBlockLife(sessionId, blockId, value), signal),
    enabled,
  });
}

interface Props {
  sessionId: string;
  blockId: string;
  value: string | null;
  /** The beginning of the text. It is shown where it says the value, or where the text does not. */
  preview: string;
}

/** The beginning of a block's text, or the text around a value that the beginning does not say. The value is marked. */
export function ValueExcerpt({ sessionId, blockId, value, preview }: Props) {
  const isFurther = value !== null && !isValueShown(preview, value);
  const around = useBlockLife(sessionId, blockId, value, isFurther).data?.around ?? null;
  return (
    <MarkedText
      pieces={
        value !== null && around !== null
          ? cutPiecesAround(around, value)
          : listMarkedPieces(revealText(preview), value)
      }
      scroll="nearest"
    />
  );
}
