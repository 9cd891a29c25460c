import type { LedgerInput } from "@/lib/view/answers";
import { TurnField } from "../ui/turn-field";

interface Props {
  facts: Pick<LedgerInput, "turn" | "against" | "firstTurn" | "lastTurn">;
  onChange: (turns: { turn?: number; against?: number | null }) => void;
}

export function LedgerTurns({ facts, onChange }: Props) {
  const { turn, against, firstTurn, lastTurn } = facts;
  const bounds = { min: firstTurn, max: lastTurn };
  return (
    <>
      <h2 className="sr-only">
        Ledger of turn {turn}
        {against !== null && `, against turn ${against}`}
      </h2>
      <TurnField label="Turn" value={turn} {...bounds} onChange={(to) => onChange({ turn: to })} />
      {against === null ? (
        <button
          type="button"
          className="btn"
          disabled={firstTurn === lastTurn}
          onClick={() => onChange({ against: turn > firstTurn ? turn - 1 : turn + 1 })}
        >
          Compare with another turn
        </button>
      ) : (
        <>
          <TurnField
            label="against"
            value={against}
            {...bounds}
            onChange={(to) => onChange({ against: to })}
          />
          <button type="button" className="btn btn-quiet" onClick={() => onChange({ against: null })}>
            Stop comparing
          </button>
        </>
      )}
    </>
  );
}
