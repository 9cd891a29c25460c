import type { ListedFindingInput } from "../answers";
import { groupBy } from "@/lib/core/group-by";
import type { CauseGroup } from "@/lib/core/findings/group-causes";
import { groupCauses, listParts, partsWords, describePart } from "@/lib/core/findings/group-causes";
import type { HarmSort } from "@/lib/core/findings/harm-sort";
import { sortHarm } from "@/lib/core/findings/harm-sort";
import { revealText } from "../format/trace-text";
import { makeWhyHref } from "../questions/links";
import { findCountedSeverity, pickFindingTurn } from "./counting";
import type { SeverityLook } from "../severity";
import { pickSeverityLook } from "../severity";

export const TOP_MAX = 3;

export interface TopFinding {
  readonly key: string;
  readonly look: SeverityLook;
  readonly code: string;
  readonly sentence: string;
  /** What came of it, and how often the same happened besides; empty for a single case. */
  readonly others: string;
  readonly turn: number;
  readonly showHref: string;
  /** `null` where it is not about a block. */
  readonly whyHref: string | null;
  /** Whether content had left the window, so that another policy may have kept it. */
  readonly mayBeKept: boolean;
}

/**
 * The findings to look at first: of each cause one, and of causes of one kind the first, in the order of the analysis, which is one
 * of each sort of harm before the second of any. What has no place is named with the first of its sort. Calls of the model that
 * failed take a place that is left. Notes, suspicions and what people called false are left out.
 */
export function pickTopFindings(sessionId: string, findings: readonly ListedFindingInput[]): TopFinding[] {
  const countedFindings = findings.filter(
    (finding) => !["note", null].includes(findCountedSeverity(finding)),
  );
  const [ownCauses, ofSource] = [false, true].map((isSource) =>
    groupCauses(countedFindings.filter(({ family }) => (family === "coverage") === isSource)),
  );
  const kinds = [...groupBy([...(ownCauses ?? []), ...(ofSource ?? [])], ({ lead }) => lead.code).values()];
  const sortOf = ([first]: readonly Cause[]) => (first === undefined ? null : sortCause(first));
  const shownKinds = kinds.slice(0, TOP_MAX);
  const unshown = groupBy(kinds.slice(TOP_MAX), sortOf);
  const firsts = new Set([...groupBy(shownKinds, sortOf).values()].flatMap(([causes]) => causes ?? []));
  return shownKinds.flatMap((causes) => {
    const [first, ...furtherCauses] = causes;
    if (first === undefined) return [];
    const besides = firsts.has(first) ? (unshown.get(sortCause(first)) ?? []).flat() : [];
    return [buildTopFinding(sessionId, first.lead, describeOthers(first, furtherCauses, besides))];
  });
}

type Cause = CauseGroup<ListedFindingInput>;

function sortCause({ lead }: Cause): HarmSort {
  return sortHarm({ code: lead.code, claims: lead.claims ?? [], from: lead.fromTurn });
}

/** What came of the cause, how many other cases there are of its kind, and what else is of its sort. */
function describeOthers(
  { lead, others, parts }: Cause,
  furtherCauses: readonly Cause[],
  besides: readonly Cause[],
): string {
  const alike = [...others.filter(({ code }) => code === lead.code), ...furtherCauses.flatMap(listOwn)];
  const [samePart] = listParts(alike);
  const subjects =
    samePart === undefined || samePart.about.length === 0 ? "" : `: ${samePart.about.join(", ")}`;
  const came = partsWords(parts.filter(({ code }) => code !== lead.code));
  const also = listParts(besides.flatMap(listOwn)).map(describePart).join("; ");
  return [
    came,
    alike.length === 0 ? "" : `and ${alike.length} more like it${subjects}`,
    also === "" ? "" : `also ${also}`,
  ]
    .filter((words) => words !== "")
    .map(revealText)
    .join("; ");
}

function listOwn({ lead, others }: Cause): ListedFindingInput[] {
  return [lead, ...others];
}

function buildTopFinding(sessionId: string, finding: ListedFindingInput, othersText: string): TopFinding {
  const { id, code, sentence, severity, fromTurn, proof, claims = [], blocks = [] } = finding;
  const turn = pickFindingTurn(finding);
  const [block] = blocks;
  const mayBeKept = claims.some(({ is }) => is === "left" || is === "absent");
  return {
    key: id ?? `${code} ${fromTurn}`,
    look: pickSeverityLook(severity ?? "warning"),
    code,
    sentence: revealText(sentence),
    others: othersText,
    turn: fromTurn,
    showHref: proof.href,
    whyHref:
      block === undefined || !mayBeKept
        ? null
        : makeWhyHref(sessionId, turn, { block, value: findMissed(claims) }),
    mayBeKept,
  };
}

function findMissed(claims: ListedFindingInput["claims"]): string | null {
  const absent = claims?.find(({ is }) => is === "absent");
  return absent?.is === "absent" ? absent.value : null;
}
