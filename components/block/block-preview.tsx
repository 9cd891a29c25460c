"use client";

import { lazy, Suspense, useState } from "react";
import { useCommands } from "../commands/use-commands";
import { useEver } from "../ui/modal";
import { blockMeant } from "./block-at";

const PreviewBox = lazy(() => import("./preview-box"));

interface Props {
  sessionId: string;
  firstTurn: number;
  lastTurn: number;
}

/** The space bar opens it, on a link to a block or on a row of it. */
export function BlockPreview(props: Props) {
  const [block, setBlock] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const isUsed = useEver(open);
  useCommands({
    preview: () => {
      const meant = blockMeant();
      if (meant === null) return false;
      setBlock(meant);
      setOpen(true);
    },
  });
  if (!isUsed || block === null) return null;
  return (
    <Suspense>
      <PreviewBox {...props} blockId={block} open={open} onOpen={setOpen} />
    </Suspense>
  );
}
