import { Dialog } from "@base-ui/react/dialog";
import { usePathname, useSearchParams } from "next/navigation";
import { ReadCache } from "../data/read-cache";
import { PaletteBody } from "./palette-body";

interface Props {
  open: boolean;
  onOpen: (open: boolean) => void;
  typed: string;
}

export default function PaletteBox({ open, onOpen, typed }: Props) {
  const pathname = usePathname();
  const search = useSearchParams();
  const sessionId = /^\/sessions\/([^/]+)/.exec(pathname)?.[1] ?? null;
  const cursor = /\/turns\/(\d+)/.exec(pathname)?.[1] ?? search.get("turn");
  return (
    <Dialog.Root open={open} onOpenChange={onOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Popup className="fixed top-[12vh] left-1/2 z-50 w-[min(38rem,calc(100vw-2rem))] -translate-x-1/2 rounded-md bg-raised shadow-(--shadow)">
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <ReadCache>
            <PaletteBody
              sessionId={sessionId}
              turn={cursor === null || !/^\d{1,8}$/.test(cursor) ? null : Number(cursor)}
              typed={typed}
              onDone={() => onOpen(false)}
            />
          </ReadCache>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
