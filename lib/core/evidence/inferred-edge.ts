import type { EvidenceEdge } from "./edge";
import { stripGroups } from "./values/grouped";
import { MATCHES_KEPT } from "./values/limits";
import type { Whereabouts } from "./whereabouts";

const WORST_FIRST = ["dangling", "referenced", "refetched", "live", "pinned"] as const;

export interface Match {
  readonly value: string;
  readonly confidence: number;
  readonly where: Whereabouts;
}

/** A missing value counts for more than values that are there. */
export function makeInferredEdge(
  id: string,
  to: EvidenceEdge["to"],
  matches: readonly Match[],
): EvidenceEdge {
  const state = WORST_FIRST.find((word) => matches.some(({ where }) => where.state === word)) ?? "live";
  const significant = keepOneSpelling(matches.filter(({ where }) => where.state === state)).toSorted(
    (a, b) => b.confidence - a.confidence || b.value.length - a.value.length,
  );
  const doubt = significant.reduce((product, { confidence }) => product * (1 - confidence), 1);
  const residual = significant.every(({ where }) => where.residual);
  const where = significant[0]?.where;
  return {
    id,
    from: where?.from ?? 0,
    to,
    kind: "inferred",
    executed: true,
    matched: significant.slice(0, MATCHES_KEPT).map(({ value }) => value),
    matches: significant.length,
    confidence: Math.min(0.99, Math.round((1 - doubt) * 100) / 100),
    state,
    residual,
    residualBlock: residual ? (where?.residualBlock ?? null) : null,
    refetchedBy: where?.refetchedBy ?? null,
    leftTurn: where?.leftTurn ?? null,
  };
}

/** Of an identifier that is known with and without its groups, keeps the one with them, as texts write it. */
function keepOneSpelling(matches: readonly Match[]): readonly Match[] {
  if (matches.length < 2) return matches;
  const groupedForms = new Set(
    matches.flatMap(({ value }) => (/[^A-Za-z0-9]/.test(value) ? [stripGroups(value)] : [])),
  );
  return matches.filter(({ value }) => /[^A-Za-z0-9]/.test(value) || !groupedForms.has(value.toLowerCase()));
}
