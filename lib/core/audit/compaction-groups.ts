import type { SurvivalByKind, SurvivalKind } from "../compaction/kinds";
import { SURVIVAL_KINDS } from "../compaction/kinds";
import type { CutPrice } from "../compaction/price";
import type { CutTrigger } from "../compaction/trigger";
import { groupBy } from "../group-by";
import { parseProgram } from "../program-name";
import type { ClusteredShare } from "./clustered-share";
import { shareOfSessions } from "./clustered-share";

export interface AuditedCompaction {
  readonly session: string;
  readonly agent: string | null;
  readonly model: string | null;
  readonly currency: string | null;
  readonly trigger: CutTrigger | null;
  readonly survival: SurvivalByKind | null;
  readonly price: Pick<CutPrice, "paid" | "saved" | "paidOffAfter"> | null;
}

/** Compactions of one program, in one version, of one model, begun in one way. */
export interface CompactionGroup {
  readonly program: string | null;
  readonly version: string | null;
  readonly model: string | null;
  readonly trigger: CutTrigger | null;
  readonly sessions: number;
  readonly compactions: number;
  /** The share that still stands or can be read where a name points, of what could be looked up. */
  readonly survival: Readonly<Record<SurvivalKind, ClusteredShare>>;
  /** Values that could not be looked up, because a summary is encrypted, empty or not recorded. */
  readonly unreadable: number;
  /** Prices by currency, over the compactions that have one. */
  readonly prices: readonly {
    readonly currency: string;
    readonly compactions: number;
    readonly paid: number;
    readonly saved: number;
    readonly paidOff: number;
  }[];
}

/** The groups with the most compactions first. */
export function groupCompactions(compactions: readonly AuditedCompaction[]): CompactionGroup[] {
  const namedCompactions = compactions.map((compaction) => ({
    ...compaction,
    ...parseProgram(compaction.agent),
  }));
  const groups = groupBy(namedCompactions, ({ program, version, model, trigger }) =>
    JSON.stringify([program, version, model, trigger]),
  );
  return [...groups.values()]
    .flatMap((group): CompactionGroup[] => {
      const [first] = group;
      if (first === undefined) return [];
      const { program, version, model, trigger } = first;
      return [
        {
          program,
          version,
          model,
          trigger,
          sessions: new Set(group.map(({ session }) => session)).size,
          compactions: group.length,
          ...sumSurvival(group),
          prices: summarisePrices(group),
        },
      ];
    })
    .sort((a, b) => b.compactions - a.compactions || b.sessions - a.sessions);
}

/** Sums what survived some compactions, by kind. */
export function sumSurvival(
  compactions: readonly Pick<AuditedCompaction, "session" | "survival">[],
): Pick<CompactionGroup, "survival" | "unreadable"> {
  const survivals = compactions.flatMap(({ session, survival }) =>
    survival === null ? [] : [{ session, survival }],
  );
  const bySession = [...groupBy(survivals, ({ session }) => session).values()];
  const survival = Object.fromEntries(
    SURVIVAL_KINDS.map((kind) => {
      const parts = bySession.map((group) => {
        const sum = (field: "before" | "unreadable" | "lost") =>
          group.reduce((total, { survival: of }) => total + of[kind][field], 0);
        const n = sum("before") - sum("unreadable");
        return { n, hits: n - sum("lost") };
      });
      return [kind, shareOfSessions(parts)];
    }),
  ) as Record<SurvivalKind, ClusteredShare>;
  const unreadable = survivals.reduce(
    (total, { survival: of }) => total + SURVIVAL_KINDS.reduce((sum, kind) => sum + of[kind].unreadable, 0),
    0,
  );
  return { survival, unreadable };
}

function summarisePrices(compactions: readonly AuditedCompaction[]): CompactionGroup["prices"] {
  const priced = compactions.flatMap(({ currency, price }) =>
    currency === null || price === null ? [] : [{ currency, ...price }],
  );
  return [...groupBy(priced, ({ currency }) => currency)].map(([currency, group]) => ({
    currency,
    compactions: group.length,
    paid: group.reduce((sum, { paid }) => sum + paid, 0),
    saved: group.reduce((sum, { saved }) => sum + saved, 0),
    paidOff: group.filter(({ paidOffAfter }) => paidOffAfter !== null).length,
  }));
}
