import { NotThere } from "./not-there";

interface Props {
  asked: number;
  whole: { readonly from: number; readonly to: number };
  /** The same view at the last turn. */
  lastHref: string;
}

export function NoSuchTurn({ asked, whole: { from, to }, lastHref }: Props) {
  return (
    <NotThere title={`There is no turn ${asked}`} href={lastHref} label={`Open turn ${to}, the last one`}>
      This session has the turns {from} to {to}. Turns count from 0.
    </NotThere>
  );
}
