import type { Severity } from "@/lib/core/findings/rule/finding";
import type { AuditInput, GroupFigures } from "../answers";
import { count, formatPercent } from "../format/format";
import { revealText } from "../format/trace-text";
import { shareInterval } from "../share-interval";
import type { AuditFilters } from "./sessions-href";
import { makeSessionsHref } from "./sessions-href";

export interface AuditBar {
  readonly key: string;
  readonly label: string;
  /** 0 to 1 of the chart's width. */
  readonly length: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly text: string;
  readonly href: string | null;
  /** The sign of a finding's severity; absent for other bars. */
  readonly severity?: Severity;
}

/** What went wrong, and in how many sessions. */
export interface FoundInSessions {
  readonly code: string;
  readonly title: string;
  readonly severity: Severity;
  readonly sessions: number;
}

export interface AuditChart {
  readonly title: string;
  readonly note: string;
  readonly bars: readonly AuditBar[];
}

const BARS_MAX = 8;

export function listCharts(
  audit: AuditInput,
  filters: AuditFilters,
  found: readonly FoundInSessions[],
): AuditChart[] {
  const shares = (by: "outcome" | "agent", groups: readonly GroupFigures[]): AuditBar[] =>
    groups
      .filter(({ deciding }) => deciding > 0)
      .toSorted((a, b) => b.withAbsent - a.withAbsent || b.deciding - a.deciding)
      .slice(0, BARS_MAX)
      .map((group) => ({
        key: group.value ?? "",
        label: group.value === null ? "not stated" : revealText(group.value),
        length: group.shareWithAbsent ?? 0,
        interval: shareInterval(group.withAbsent, group.deciding),
        text: `${count(group.withAbsent)} of ${count(group.deciding)}`,
        href:
          group.value === null
            ? null
            : makeSessionsHref({ ...filters, [by]: group.value, evidence: "absent" }),
      }));
  const fullest = Math.max(0.01, ...audit.tools.map(({ share }) => share ?? 0));
  const tools = audit.tools
    .filter(({ share }) => share !== null)
    .toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0))
    .slice(0, BARS_MAX)
    .map((tool) => ({
      key: tool.tool,
      label: revealText(tool.tool),
      length: (tool.share ?? 0) / fullest,
      interval: null,
      text: formatPercent(tool.share),
      href: makeSessionsHref({ ...filters, tool: tool.tool }),
    }));
  const wrong = found.slice(0, BARS_MAX).map(({ code, title, severity, sessions }): AuditBar => ({
    key: code,
    label: title,
    severity,
    length: sessions / Math.max(1, audit.sample.sessions),
    interval: null,
    text: `${count(sessions)} of ${count(audit.sample.sessions)}`,
    href: makeSessionsHref({ ...filters, finding: code }),
  }));
  // Where nothing was absent, one sentence says it.
  const absent: AuditChart[] =
    audit.total.absent === 0
      ? []
      : [
          {
            title: "Evidence absent, by outcome",
            note: "Sessions that took a decision without its evidence, of those that took any; the line is the 95% interval.",
            bars: shares("outcome", audit.outcomes),
          },
          { title: "Evidence absent, by agent", note: "", bars: shares("agent", audit.agents) },
        ];
  return [
    {
      title: "What went wrong",
      note: "Sessions with a finding of the kind, the gravest kinds first.",
      bars: wrong,
    },
    ...absent,
    { title: "What fills windows", note: "Share of all tokens that stood in windows.", bars: tools },
  ].filter(({ bars }) => bars.length > 0);
}
