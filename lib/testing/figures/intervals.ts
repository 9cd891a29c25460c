import { getPlan as planRoute } from "@/lib/api/endpoints/plan";
import { getWindow as windowRoute } from "@/lib/api/endpoints/window";
import type { Database } from "@/lib/db/client";
import { getPlan } from "@/lib/queries/findings/get-plan";
import { getSession } from "@/lib/queries/session/get-session";
import { getWindow } from "@/lib/queries/turn/get-window";
import { freeze } from "@/lib/queries/incidents/freeze";
import { listEvictions } from "@/lib/queries/session/list-evictions";
import { listFindings } from "@/lib/queries/findings/list-findings";
import { lanesOf as laneColumns } from "@/lib/queries/session/list-lanes";
import { decodedLanes } from "@/lib/view/lanes/decode";

const MANY = 100_000;
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
export async function wrongIntervals(db: Database, project: string, id: string): Promise<string[]> {
  const { firstTurn, lastTurn, counts } = await getSession(db, project, id);
  if (firstTurn === null || lastTurn === null) return [];
  const step = Math.max(1, Math.floor((counts.turns ?? 0) / TURNS_READ));
  const windows = new Map<number, ReadonlyMap<string, string>>();
  for (let turn = firstTurn; turn <= lastTurn; turn += step) {
    const answer = await getWindow(db, project, id, turn, windowRoute.query.parse({ limit: 2_000 })).catch(
      () => null,
    );
    if (answer?.turn.windowKnown === true)
      windows.set(turn, new Map(answer.entries.map(({ blockId, mode }) => [blockId, mode])));
  }
  const said = [
    ...(await ofPlans(db, project, id, lastTurn)),
    ...(await ofBlocks(db, project, id, lastTurn)),
  ];
  return [
    ...said.flatMap((one) => contradictions(one, windows)),
    ...(await ofEvictions(db, project, id, windows)),
    ...(await ofFindings(db, project, id, firstTurn, lastTurn)),
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

async function ofPlans(db: Database, project: string, id: string, last: number): Promise<SaidOfTurn[]> {
  const { plans, blocks } = await getPlan(db, project, id, planRoute.query.parse({ limit: 5_000 }));
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

async function ofBlocks(db: Database, project: string, id: string, last: number): Promise<SaidOfTurn[]> {
  const lanes = decodedLanes(await laneColumns(db, project, id, { offset: 0, limit: MANY }));
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

async function ofEvictions(db: Database, project: string, id: string, windows: Windows): Promise<string[]> {
  const { evictions } = await listEvictions(db, project, id, { limit: MANY, offset: 0 });
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

async function ofFindings(
  db: Database,
  project: string,
  id: string,
  first: number,
  last: number,
): Promise<string[]> {
  const { findings } = await listFindings(db, project, id, { limit: MANY, offset: 0 });
  const snapshot = await freeze(
    db,
    project,
    id,
    { incident: null },
    { turn: null, axis: "turns", compress: false },
  );
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
