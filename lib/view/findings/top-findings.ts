import type { ListedFindingInput } from "../answers";
import { groupBy } from "@/lib/core/group-by";
import type { CauseGroup } from "@/lib/core/findings/group-causes";
import { groupCauses, partsWords } from "@/lib/core/findings/group-causes";
import { visibleText } from "../format/trace-text";
import { whyHref } from "../questions/links";
import { countsAs, findingTurn } from "./counting";
import type { SeverityLook } from "../severity";
import { severityLook } from "../severity";

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
 * The findings to look at first: of each cause one, and of causes of one kind the first, in the order of what they broke or
 * cost. Notes, suspicions and what people called false are left out.
 */
export function topFindings(sessionId: string, findings: readonly ListedFindingInput[]): TopFinding[] {
  const counted = findings.filter(
    (finding) => finding.family !== "coverage" && !["note", null].includes(countsAs(finding)),
  );
  const kinds = groupBy(groupCauses(counted), ({ lead }) => lead.code);
  return [...kinds.values()].slice(0, TOP_MAX).flatMap((own) => {
    const [first, ...more] = own;
    return first === undefined ? [] : [topOf(sessionId, first.lead, othersWords(first, more))];
  });
}

type Cause = CauseGroup<ListedFindingInput>;

/** What came of the cause, and how many other cases there are of its kind. */
function othersWords({ lead, parts }: Cause, more: readonly Cause[]): string {
  const alike = parts.find(({ code }) => code === lead.code)?.times ?? 0;
  const cases = alike + more.reduce((sum, { others }) => sum + 1 + others.length, 0);
  const came = partsWords(parts.filter(({ code }) => code !== lead.code));
  return [came, cases === 0 ? "" : `and ${cases} more like it`].filter((words) => words !== "").join("; ");
}

function topOf(sessionId: string, finding: ListedFindingInput, others: string): TopFinding {
  const { id, code, sentence, severity, fromTurn, proof, claims = [], blocks = [] } = finding;
  const turn = findingTurn(finding);
  const [block] = blocks;
  const mayBeKept = claims.some(({ is }) => is === "left" || is === "absent");
  return {
    key: id ?? `${code} ${fromTurn}`,
    look: severityLook(severity ?? "warning"),
    code,
    sentence: visibleText(sentence),
    others,
    turn: fromTurn,
    showHref: proof.href,
    whyHref:
      block === undefined || !mayBeKept ? null : whyHref(sessionId, turn, { block, value: missedIn(claims) }),
    mayBeKept,
  };
}

function missedIn(claims: ListedFindingInput["claims"]): string | null {
  const absent = claims?.find(({ is }) => is === "absent");
  return absent?.is === "absent" ? absent.value : null;
}
