import { cloneElement, createContext, use, useState } from "react";
import type { ButtonHTMLAttributes, ReactElement, ReactNode } from "react";
import { makeLater } from "./later";
import type { ModalBoxProps } from "./modal-box";

const ModalBox = makeLater(() => import("./modal-box"));

const Closing = createContext<() => void>(() => undefined);

export type ModalTrigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;

interface Props extends ModalBoxProps {
  readonly trigger?: ModalTrigger;
  /** Loads the code of what it holds, when somebody is about to open it. */
  readonly loadAhead?: () => void;
}

/** Its content is created again each time it opens. */
export function Modal({ trigger, loadAhead, children, ...box }: Props) {
  const { open, onOpen } = box;
  const isUsed = useEver(open);
  const prepare = () => {
    ModalBox.loadAhead();
    loadAhead?.();
  };
  return (
    <>
      {trigger !== undefined &&
        cloneElement(trigger, {
          onPointerEnter: prepare,
          onFocus: prepare,
          onClick: () => {
            prepare();
            onOpen(true);
          },
          "aria-haspopup": "dialog",
          "aria-expanded": open,
        })}
      {isUsed && (
        <Closing value={() => onOpen(false)}>
          <ModalBox {...box} waiting={open && <Opening />} onFailed={() => onOpen(false)}>
            {children}
          </ModalBox>
        </Closing>
      )}
    </>
  );
}

/** A press is answered at once: the page goes dark as it does behind the dialog. */
function Opening() {
  return (
    <div role="status" className="fixed inset-0 z-40 bg-black/30">
      <span className="sr-only">Opening…</span>
    </div>
  );
}

export function ModalClose({ children }: { children: ReactNode }) {
  const close = use(Closing);
  return (
    <button type="button" className="btn" onClick={close}>
      {children}
    </button>
  );
}

/** What has been opened once stays, so that it can close. */
export function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
