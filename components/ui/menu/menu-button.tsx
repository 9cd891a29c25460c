import { useRef, useState } from "react";
import type { ReactNode } from "react";
import type { MenuEntry } from "./menu-box";
import { makeLater } from "../later";
import { useEver } from "../modal";

const MenuBox = makeLater(() => import("./menu-box"));

interface Props {
  readonly title?: string;
  readonly name?: string;
  readonly entries: readonly MenuEntry[];
  readonly children: ReactNode;
}

export function MenuButton({ title, name, entries, children }: Props) {
  const [open, setOpen] = useState(false);
  const isUsed = useEver(open);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn"
        title={title}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={MenuBox.loadAhead}
        onFocus={MenuBox.loadAhead}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {isUsed && (
        <MenuBox
          entries={entries}
          anchor={button}
          open={open}
          onOpen={setOpen}
          onFailed={() => setOpen(false)}
        />
      )}
    </>
  );
}
