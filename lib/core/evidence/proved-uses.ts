import { Checker } from "../proof/checker";
import { indexValuePresence } from "../proof/value-presence";
import type { InSteps } from "../steps";
import type { Claim } from "../proof/claim";
import type { TurnIndex } from "../units";
import type { SourceKind } from "../vocabulary";
import type { EvidenceEdge } from "./edge";
import { HELD_KINDS, SAID_KINDS } from "./held-kinds";
import { MATCHES_KEPT } from "./values/limits";
import type { UseScene } from "./unseen-use";
import { isLookUp, buildUnseenClaims } from "./unseen-use";

/**
 * What became of a use that seemed to miss its evidence: it did (`proved`), something else in the window said the value
 * (`said`, with the use as it was), the call only looked the thing up or the user had named it (`none`), or nothing decides
 * it (`undecided`).
 */
export type UseVerdict =
  | { readonly is: "proved" | "said"; readonly edge: EvidenceEdge }
  | { readonly is: "none" | "undecided" };

/**
 * Judges uses that are inferred from a value. That a value left with its evidence is no loss by itself: another result, a
 * summary or the user may say it, in another spelling. A use is without evidence only where the checker holds that the
 * value was present, left, is absent from the whole window, and was used.
 */
export class ProvedUses {
  private readonly checker: Checker;

  /**
   * Keeps what is needed to judge uses.
   * @param claimsOf what has to hold for a value of a use to be missed
   */
  constructor(
    private readonly scene: UseScene,
    private readonly claimsOf: (
      scene: UseScene,
      use: EvidenceEdge,
      value: string,
    ) => Claim[] = buildUnseenClaims,
  ) {
    this.checker = new Checker(scene.recording);
  }

  /** Reads the texts once for the uses that will be judged. */
  prepare(edges: readonly EvidenceEdge[]): void {
    const steps = this.prepareInSteps(edges);
    while (steps.next().done !== true);
  }

  /** Like `prepare`, for a caller that has other work in between. */
  *prepareInSteps(edges: readonly EvidenceEdge[]): InSteps<void> {
    const { checker, scene, claimsOf } = this;
    const claims: Claim[] = [];
    for (const edge of edges) {
      for (const value of edge.matched)
        claims.push({ is: "absent", value, turn: edge.to.turn }, ...claimsOf(scene, edge, value));
      yield;
    }
    yield* checker.prepareInSteps(claims);
  }

  judge(edge: EvidenceEdge): UseVerdict {
    const { checker, scene, claimsOf } = this;
    const proved = edge.matched.filter((value) => {
      const claims = claimsOf(scene, edge, value);
      return claims.length > 0 && claims.every((claim) => checker.check(claim) === true);
    });
    if (proved.length > 0)
      return {
        is: "proved",
        edge: { ...edge, matched: proved, matches: proved.length, residual: false, residualBlock: null },
      };
    return this.findSaidElsewhere(edge) ?? { is: isLookUp(scene, edge) ? "none" : "undecided" };
  }

  /** The same use with blocks of its window that say all its values; `null` where a value is said nowhere. */
  private findSaidElsewhere(edge: EvidenceEdge): UseVerdict | null {
    const [first, ...otherSayers] = edge.matched.map((value) => this.findSayerAt(value, edge.to.turn));
    if (first == null || otherSayers.includes(null)) return null;
    const kind = this.getKind(first);
    if (HELD_KINDS.has(kind))
      return {
        is: "said",
        edge: { ...edge, from: first, state: "live", residual: false, residualBlock: null, leftTurn: null },
      };
    if (!SAID_KINDS.has(kind)) return { is: "none" };
    return { is: "said", edge: { ...edge, state: "dangling", residual: true, residualBlock: first } };
  }

  /** The block of a window that says a value: a result, else the user or an instruction, else the model's own words. */
  private findSayerAt(value: string, turn: TurnIndex): number | null {
    const sayers = this.checker.findSayersAt(value, turn);
    const result = sayers.find((no) => HELD_KINDS.has(this.getKind(no)));
    return result ?? sayers.find((no) => !SAID_KINDS.has(this.getKind(no))) ?? sayers[0] ?? null;
  }

  private getKind(block: number): SourceKind {
    return this.scene.recording.session.blocks[block]?.kind ?? "other";
  }
}

export interface SettledUses {
  /** Each use with the state that the window shows. These edges count. */
  readonly edges: readonly EvidenceEdge[];
  /** Uses of what had left, of which nothing decides whether the value was missed. No figure counts them. */
  readonly undecided: readonly EvidenceEdge[];
}

/** Judges the inferred uses whose evidence seems to be gone. The others stay as they are. */
export function* settleUses(
  scene: UseScene,
  edges: readonly EvidenceEdge[],
): Generator<undefined, SettledUses> {
  const seeming = edges.filter(seemsGone);
  if (seeming.length === 0) return { edges, undecided: [] };
  yield* indexValuePresence.inSteps(scene.recording);
  const proofs = new ProvedUses(scene);
  yield* proofs.prepareInSteps(seeming);
  const undecided: EvidenceEdge[] = [];
  const edgeByUse = new Map<string, EvidenceEdge>();
  for (const edge of edges) {
    const verdict = seemsGone(edge) ? proofs.judge(edge) : { is: "said" as const, edge };
    if (verdict.is === "undecided") undecided.push(edge);
    if (!("edge" in verdict)) continue;
    const sameEdge = edgeByUse.get(nameOfUse(verdict.edge));
    edgeByUse.set(
      nameOfUse(verdict.edge),
      sameEdge === undefined ? verdict.edge : addMatches(sameEdge, verdict.edge),
    );
    yield;
  }
  return { edges: [...edgeByUse.values()], undecided };
}

/** An inferred use whose evidence stands nowhere, so that only a reference or words may hold it. */
function seemsGone({ kind, executed, state }: EvidenceEdge): boolean {
  return kind === "inferred" && executed && (state === "referenced" || state === "dangling");
}

/** One use of one block as evidence is one, whatever number of its values it repeats. */
function nameOfUse({ id, kind, from, to }: EvidenceEdge): string {
  return kind === "declared" ? id : JSON.stringify([from, to.turn, to.plan, to.step, to.block]);
}

function addMatches(edge: EvidenceEdge, { matched, matches }: EvidenceEdge): EvidenceEdge {
  const values = [...new Set([...edge.matched, ...matched])];
  return { ...edge, matched: values.slice(0, MATCHES_KEPT), matches: edge.matches + matches };
}
