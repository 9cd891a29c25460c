import type { TurnFact } from "@/lib/view/turn/turn-model";
import { isMainFact } from "@/lib/view/turn/turn-model";
import { Fact, FactList } from "../ui/fact-list";

/** The figures of a turn: the first ones, and the others behind one line. */
export function TurnFacts({ facts }: { facts: readonly TurnFact[] }) {
  const otherFacts = facts.filter((fact) => !isMainFact(fact));
  return (
    <>
      <Figures facts={facts.filter(isMainFact)} />
      {otherFacts.length > 0 && (
        <details className="mt-1 text-xs">
          <summary className="inline-flex min-h-6 w-fit cursor-pointer items-center text-ink-2 select-none">
            More figures ({otherFacts.length})
          </summary>
          <Figures facts={otherFacts} />
        </details>
      )}
    </>
  );
}

function Figures({ facts }: { facts: readonly TurnFact[] }) {
  return (
    <FactList>
      {facts.map((fact) => (
        <Fact key={fact.label} label={fact.label} {...(fact.title != null && { title: fact.title })}>
          <span className="num">{fact.value}</span>
        </Fact>
      ))}
    </FactList>
  );
}
