import { useState } from "react";
import type { FindingItem } from "@/lib/view/findings/finding-groups";
import { labelClaims } from "@/lib/view/findings/claims";
import { PromoteFinding } from "../incident/promote-finding";
import { ViewLink as Link } from "../ui/view-link";
import { ClaimList } from "./claim-list";
import { useVerdict, verdictKeys } from "./use-verdict";
import { VerdictFields } from "./verdict-fields";

interface Props {
  sessionId: string;
  code: string;
  item: FindingItem;
  mayWrite: boolean;
}

/** One finding. It unfolds to its claims; while it has the focus, one key says whether it is true. */
export function FindingLine({ sessionId, code, item, mayWrite }: Props) {
  const [open, setOpen] = useState(false);
  const action = useVerdict(sessionId, item.id ?? "");
  const maySay = mayWrite && item.id !== null;
  const { verdict } = item;
  const isOver = verdict !== null && verdict.verdict !== "true";
  return (
    <li className="mt-1" onKeyDown={maySay ? verdictKeys(action, verdict) : undefined}>
      <Link
        href={item.href}
        className={`block break-words underline decoration-line-strong underline-offset-2 hover:decoration-current ${isOver ? "text-ink-3" : ""}`}
        dir="auto"
      >
        {item.sentence}
      </Link>
      <span className="num text-2xs text-ink-3">
        {item.turns}
        {item.numbers !== "" && ` · ${item.numbers}`}
      </span>
      {mayWrite && <PromoteFinding sessionId={sessionId} code={code} turn={item.fromTurn} quiet />}
      <p role="status" className="text-xs text-ink-2" dir="auto">
        {verdict?.words}
      </p>
      {(item.claims.length > 0 || maySay) && (
        <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="w-fit cursor-pointer text-2xs text-ink-2">
            {labelClaims(item.claims.length)}
          </summary>
          {open && item.claims.length > 0 && <ClaimList sessionId={sessionId} item={item} />}
          {open && maySay && <VerdictFields said={verdict} action={action} />}
        </details>
      )}
    </li>
  );
}
