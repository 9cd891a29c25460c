import { digits } from "../../digits";
import { firstCalls } from "../../trace/first-calls";
import type { RepeatedCall, Session } from "../../trace/session";
import type { TurnIndex } from "../../units";
import type { Case } from "../rule/rule";

interface RepeatGroup {
  readonly first: number;
  readonly repeats: RepeatedCall[];
}

/** One case per repeated call. `where` says how its earlier result stood. */
export function* repeatCases(
  session: Session,
  where: RepeatedCall["earlierResult"],
  tell: (
    first: number,
    times: number,
    turns: { from: TurnIndex; to: TurnIndex },
  ) => Pick<Case, "sentence"> & Partial<Case>,
  isMeant: (repeat: RepeatedCall) => boolean = () => true,
): Iterable<Case> {
  const firstOf = firstCalls(session);
  const groups = new Map<number, RepeatGroup>();
  for (const repeat of session.repeats) {
    if (repeat.earlierResult !== where || !isMeant(repeat)) continue;
    const first = firstOf(repeat.call);
    const group = groups.get(first);
    if (group === undefined) groups.set(first, { first, repeats: [repeat] });
    else group.repeats.push(repeat);
  }
  for (const { first, repeats } of groups.values()) {
    const turns = repeats.map(({ turn }) => turn);
    const blocks = [first, ...repeats.slice(0, 10).map(({ call }) => call)];
    const tokens = repeats.reduce((sum, repeat) => sum + resultTokens(session, repeat), 0);
    const from = turns[0] as TurnIndex;
    yield {
      from,
      to: turns.at(-1) ?? from,
      blocks: blocks.flatMap((no) => session.blocks[no]?.id ?? []),
      numbers: { times: repeats.length, tokens },
      proof: { view: "turn", turn: from },
      ...tell(first, repeats.length, { from, to: turns.at(-1) ?? from }),
    };
  }
}

function resultTokens(session: Session, { earlierResultBlock }: RepeatedCall): number {
  const block = earlierResultBlock === null ? undefined : session.blocks[earlierResultBlock];
  return block?.versions[block.full]?.tokens ?? 0;
}

export function turnsFrom(from: TurnIndex, to: TurnIndex): string {
  return from === to ? `at turn ${from}` : `from turn ${from} to ${to}`;
}

export function timesWords(n: number): string {
  return n === 1 ? "once" : n === 2 ? "twice" : `${digits(n)} times`;
}
