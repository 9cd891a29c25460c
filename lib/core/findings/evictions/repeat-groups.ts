import { formatDigits } from "../../digits";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { indexFirstCalls } from "../../trace/first-calls";
import type { RepeatedCall, Session } from "../../trace/session";
import type { TurnIndex } from "../../units";
import { groupBy } from "../../group-by";
import type { Case } from "../rule/rule";

/** The tokens from which on calls that came again cost enough for a warning. */
export const COSTLY_TOKENS = 250;

/** One case per repeated call. */
export function* repeatCases(
  session: Session,
  tell: (
    first: RepeatedCall,
    times: number,
    group: { from: TurnIndex; to: TurnIndex; tokens: number },
  ) => Pick<Case, "sentence" | "severity">,
  isMeant: (repeat: RepeatedCall) => boolean,
  prove: (repeat: RepeatedCall) => readonly Claim[],
): Iterable<Case> {
  const firstOf = indexFirstCalls(session);
  for (const [no, repeats] of groupBy(session.repeats.filter(isMeant), ({ call }) => firstOf(call))) {
    const [first] = repeats;
    if (first === undefined) continue;
    const turns = repeats.map(({ turn }) => turn);
    const blocks = [no, ...repeats.slice(0, 10).map(({ call }) => call)];
    const tokens = repeats.reduce((sum, repeat) => sum + countResultTokens(session, repeat), 0);
    const from = turns[0] ?? 0;
    yield {
      from,
      to: turns.at(-1) ?? from,
      blocks: blocks.flatMap((blockNo) => session.blocks[blockNo]?.id ?? []),
      numbers: { times: repeats.length, tokens },
      proof: { view: "turn", turn: from },
      claims: repeats.flatMap(prove).slice(0, CLAIMS_MAX),
      ...tell(first, repeats.length, { from, to: turns.at(-1) ?? from, tokens }),
    };
  }
}

function countResultTokens(session: Session, { earlierResultBlock }: RepeatedCall): number {
  const block = earlierResultBlock === null ? undefined : session.blocks[earlierResultBlock];
  return block?.versions[block.full]?.tokens ?? 0;
}

export function describeTurnRange(from: TurnIndex, to: TurnIndex): string {
  return from === to ? `at turn ${from}` : `from turn ${from} to ${to}`;
}

export function describeTimes(n: number): string {
  return n === 1 ? "once" : n === 2 ? "twice" : `${formatDigits(n)} times`;
}
