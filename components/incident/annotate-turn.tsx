"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { turnOfAddress } from "@/lib/view/questions/links";
import { cursorTurn } from "../session-frame/cursor";
import { useCommands } from "../commands/use-commands";
import { AnnotateDialog } from "./annotate-button";

export function AnnotateTurn({ sessionId, first }: { sessionId: string; first: number }) {
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const pathname = usePathname();
  const search = useSearchParams();
  useCommands({
    annotate: () => {
      setAt(cursorTurn());
      setOpen(true);
    },
  });
  const turn = at ?? turnOfAddress(pathname, search.toString()) ?? first;
  const pin = { pin: "turn", target: null, turn } as const;
  return <AnnotateDialog sessionId={sessionId} pin={pin} name="the cursor" open={open} onOpen={setOpen} />;
}
