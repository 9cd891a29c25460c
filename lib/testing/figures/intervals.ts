import type { AskedSession } from "./asked-session";

const TURNS_READ = 25;

/** What an answer says of a block in a turn: how it stands there, that it stands in any way, or that it does not. */
interface SaidOfTurn {
  readonly place: string;
  readonly block: string;
  readonly from: number;
  readonly to: number;
  readonly mode: string | null;
  readonly isAnyMode?: boolean;
}

/** @returns a sentence for each statement about an interval that the windows of its turns contradict */
export async function wrongIntervals(asked: AskedSession): Promise<string[]> {
  const { firstTurn, lastTurn, counts } = await asked.getSession();
  if (firstTurn === null || lastTurn === null) return [];
  const step = Math.max(1, Math.floor((counts.turns ?? 0) / TURNS_READ));
  const windows = new Map<number, ReadonlyMap<string, string>>();
  for (let turn = firstTurn; turn <= lastTurn; turn += step) {
    const answer = await asked.getWindow(turn).catch(() => null);
    if (answer?.turn.windowKnown === true)
      windows.set(turn, new Map(answer.entries.map(({ blockId, mode }) => [blockId, mode])));
  }
  const said = [...(await ofPlans(asked, lastTurn)), ...(await ofBlocks(asked, lastTurn))];
  return [
    ...said.flatMap((one) => contradictions(one, windows)),
    ...(await ofEvictions(asked, windows)),
    ...(await ofFindings(asked, firstTurn, lastTurn)),
  ];
}

type Windows = ReadonlyMap<number, ReadonlyMap<string, string>>;

function contradictions({ place, block, from, to, mode, isAnyMode }: SaidOfTurn, windows: Windows): string[] {
  return [...windows].flatMap(([turn, window]) => {
    if (turn < from || turn > to) return [];
    const stands = window.get(block);
    const isSo =
      mode === null
        ? stands === undefined || stands === "reference"
        : isAnyMode
          ? stands !== undefined
          : stands === mode;
    return isSo
      ? []
      : [
          `${place}: ${block} is said to be ${mode ?? "gone"} in turn ${turn} (${from} to ${to}), and is ${stands ?? "gone"}`,
        ];
  });
}

async function ofPlans(asked: AskedSession, last: number): Promise<SaidOfTurn[]> {
  const { plans, blocks } = await asked.getPlan();
  return [
    ...plans.flatMap(({ presence }) =>
      presence.flatMap(({ blockId: block, mode, ...run }) =>
        mode === null ? [] : { place: "the plan's presence", block, mode, ...run, isAnyMode: true },
      ),
    ),
    ...blocks.flatMap(({ blockId: block, residencies }) =>
      residencies.map(({ from, to, mode }) => ({
        place: "the plan's blocks",
        block,
        from,
        to: to ?? last,
        mode,
      })),
    ),
  ];
}

async function ofBlocks(asked: AskedSession, last: number): Promise<SaidOfTurn[]> {
  const lanes = await asked.getLanes();
  return lanes.flatMap(({ id: block, residencies }) => [
    ...residencies.map(({ from, to, mode }) => ({ place: "the lanes", block, from, to: to ?? last, mode })),
    ...residencies.flatMap(({ to }, i) => {
      const next = residencies[i + 1]?.from ?? last + 1;
      return to === null || next <= to + 1
        ? []
        : [{ place: "the lanes", block, from: to + 1, to: next - 1, mode: null }];
    }),
  ]);
}

async function ofEvictions(asked: AskedSession, windows: Windows): Promise<string[]> {
  const { evictions } = await asked.listEvictions();
  return evictions.flatMap(({ turn, enteredTurn, blockId, toMode, reenteredTurn }) => {
    const [now, before] = [windows.get(turn), windows.get(turn - 1)];
    const back = reenteredTurn === null ? undefined : windows.get(reenteredTurn);
    return [
      ...(now === undefined || (now.get(blockId) ?? null) === toMode
        ? []
        : [`the evictions: ${blockId} left at turn ${turn} and stands there`]),
      // What was never seen whole entered at the turn at which it left.
      ...(before === undefined || before.has(blockId) === enteredTurn < turn
        ? []
        : [
            `the evictions: ${blockId} entered at turn ${enteredTurn} and left at turn ${turn}, which is not so`,
          ]),
      ...(enteredTurn <= turn && (back === undefined || back.has(blockId))
        ? []
        : [`the evictions: ${blockId} of turn ${turn} came or came back at another turn`]),
    ];
  });
}

async function ofFindings(asked: AskedSession, first: number, last: number): Promise<string[]> {
  const { findings } = await asked.listFindings();
  const snapshot = await asked.freeze();
  const told = snapshot.entries.filter(({ kind }) => kind === "finding");
  const clock = new Map(snapshot.turns.map(({ turn, moment }) => [turn, moment]));
  return [
    ...findings.flatMap(({ code, fromTurn, toTurn }) =>
      fromTurn <= toTurn && fromTurn >= Math.min(first, 0) && toTurn <= last + 1
        ? []
        : [`the findings: ${code} is of turns ${fromTurn} to ${toTurn}`],
    ),
    ...told.flatMap(({ turn, text, moment }) => {
      const own = findings.filter(
        ({ sentence, fromTurn, toTurn }) => sentence === text && fromTurn <= turn && turn <= toTurn,
      );
      const proofs = own.map(({ proof }) => proof.turn);
      const isAtUse = own.every(({ family, toTurn }) => family !== "evidence" || toTurn === turn);
      return own.length > 0 && isAtUse && clock.get(turn) === moment
        ? []
        : [
            `the incident: "${text.slice(0, 60)}" stands at ${turn} (${moment}), its proof at ${proofs.join(", ")}`,
          ];
    }),
  ];
}
