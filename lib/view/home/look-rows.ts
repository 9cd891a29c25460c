import { describeUsesWithoutEvidence } from "@/lib/core/figures/names";
import { findKindWithCode } from "@/lib/core/findings/kinds";
import { describeMoney } from "../format/cost";
import { count, plural } from "../format/format";
import { revealText } from "../format/trace-text";
import { writeStoryText } from "../story/story-words";
import type { Gauge, SessionInput } from "../session-rows";
import { buildGauge } from "../session-rows";

export interface LookInput {
  readonly session: SessionInput;
  readonly finding: { readonly code: string; readonly turn: number; readonly times: number } | null;
  readonly windows: readonly WindowPoint[];
}

interface WindowPoint {
  readonly turn: number;
  readonly tokens: number | null;
}

export interface Spark {
  readonly path: string;
  /** Where the finding is; `null` without one. */
  readonly mark: number | null;
}

export interface LookRow {
  readonly id: string;
  readonly href: string;
  readonly sentence: string;
  readonly title: string;
  readonly subtitle: string;
  /** Empty while the session is not analysed. */
  readonly story: string;
  /** What to change, and what that saves; `null` where nothing was found. */
  readonly remedy: string | null;
  readonly startedAt: string | null;
  readonly spark: Spark | null;
  readonly peak: Gauge;
}

export const SPARK_WIDTH = 120;
export const SPARK_HEIGHT = 24;

export function lookRows(inputs: readonly LookInput[]): LookRow[] {
  return inputs.map(({ session, finding, windows }) => ({
    id: session.id,
    href: `/sessions/${session.id}${finding === null ? "" : `?turn=${finding.turn}`}`,
    sentence: writeSentence(session, finding),
    title: revealText(session.name ?? session.externalId),
    subtitle: [session.agent, session.counts.turns === null ? null : plural(session.counts.turns, "turn")]
      .filter((part) => part !== null)
      .map(revealText)
      .join(" · "),
    story: session.story == null ? "" : writeStoryText(session.story),
    remedy: findRemedy(session.story?.cost ?? null),
    startedAt: session.startedAt,
    spark: findSpark(windows, finding?.turn ?? null),
    peak: buildGauge(session),
  }));
}

function findRemedy(cost: NonNullable<SessionInput["story"]>["cost"]): string | null {
  if (cost === null || cost.remedy == null || cost.avoidable <= 0) return null;
  return `${cost.remedy}: saves ${describeMoney(cost.avoidable, cost.currency)}`;
}

function writeSentence({ counts, findings }: SessionInput, finding: LookInput["finding"]): string {
  if (finding === null) return plural(findings?.serious ?? 0, "serious finding");
  const { code, turn, times } = finding;
  const title = `${findKindWithCode(code)?.title ?? code} at turn ${turn}`;
  const again = times > 1 ? [`${count(times - 1)} more like it`] : [];
  const otherCount = (findings?.serious ?? 0) - times;
  const otherFindings = otherCount > 0 ? [`${plural(otherCount, "other serious finding")}`] : [];
  const dangling = counts.dangling ?? 0;
  const uses = dangling > 0 && code !== "evidence.dangling" ? [describeUsesWithoutEvidence(dangling)] : [];
  return [title, ...uses, ...again, ...otherFindings].join("; ");
}

/** The window over the session's turns, scaled to its fullest turn. `null` when fewer than two turns are known. */
function findSpark(windows: readonly WindowPoint[], at: number | null): Spark | null {
  const knownWindows = windows.flatMap(({ turn, tokens }) => (tokens === null ? [] : [{ turn, tokens }]));
  const [first, last] = [knownWindows[0], knownWindows.at(-1)];
  if (first === undefined || last === undefined || first.turn === last.turn) return null;
  const top = Math.max(1, ...knownWindows.map(({ tokens }) => tokens));
  const x = (turn: number) => round(((turn - first.turn) / (last.turn - first.turn)) * SPARK_WIDTH);
  const y = (tokens: number) => round(SPARK_HEIGHT - (tokens / top) * (SPARK_HEIGHT - 1));
  const steps = knownWindows.map(({ turn, tokens }) => `H${x(turn)}V${y(tokens)}`);
  return {
    path: `M0 ${SPARK_HEIGHT}${steps.join("")}V${SPARK_HEIGHT}Z`,
    mark: at === null ? null : Math.min(SPARK_WIDTH, Math.max(0, x(at))),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The list of sessions with the most serious findings first. */
export const WORST_FIRST = "/?sort=serious";

/**
 * What stands above the rows.
 * @param total the sessions with serious findings among the newest ones
 * @param unknown those of the newest ones that are not analysed
 */
export function lookSummary(shownSessions: number, total: number, unknown = 0): string {
  const open = ` ${plural(unknown, "session")} ${unknown === 1 ? "is" : "are"} not analysed yet.`;
  if (total === 0)
    return unknown === 0
      ? "No session has a proved serious finding."
      : `No analysed session has a proved serious finding.${open}`;
  const totalText = `${plural(total, "session")} with proved serious findings`;
  return shownSessions < total
    ? `${totalText}; here are the ${shownSessions} worst`
    : `${totalText}, the worst first`;
}
