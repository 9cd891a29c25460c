import { cloneElement, createContext, lazy, Suspense, use, useState } from "react";
import type { ButtonHTMLAttributes, ReactElement, ReactNode } from "react";
import type { ModalBoxProps } from "./modal-box";

const ModalBox = lazy(() => import("./modal-box"));

const Closing = createContext<() => void>(() => undefined);

export type ModalTrigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;

interface Props extends ModalBoxProps {
  readonly trigger?: ModalTrigger;
}

/** Its content is created again each time it opens. */
export function Modal({ trigger, children, ...box }: Props) {
  const { open, onOpen } = box;
  const isUsed = useEver(open);
  return (
    <>
      {trigger !== undefined &&
        cloneElement(trigger, {
          onClick: () => onOpen(true),
          "aria-haspopup": "dialog",
          "aria-expanded": open,
        })}
      {isUsed && (
        <Suspense>
          <Closing value={() => onOpen(false)}>
            <ModalBox {...box}>{children}</ModalBox>
          </Closing>
        </Suspense>
      )}
    </>
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
