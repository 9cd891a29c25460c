import type { ReactNode } from "react";
import type { FindingMark } from "@/lib/view/findings/markers";
import { SEVERITY_LOOKS } from "@/lib/view/severity";
import type { Marker } from "@/lib/view/chart/marker";
import type { Moments } from "@/lib/view/occupancy/moments";
import { FLAG_PATHS, MISSED_COLORS } from "@/lib/view/occupancy/moments";
import type { Rule } from "@/lib/view/occupancy/rules";
import { FINDING_PATHS } from "../findings/finding-marks";
import { MARKER_LOOK } from "../charts/marker-row";

export const RULE_DASHES: Readonly<Record<Rule["kind"], string>> = {
  budget: "2 3",
  "default budget": "2 3",
  window: "6 3",
};

export const MARKER_WORDS: Readonly<Record<Marker["kind"], string>> = {
  eviction: "eviction, larger for more tokens",
  compaction: "compaction",
  loss: "the prompt cache was lost; the stroke goes from what was still read to what had been kept",
  spike: "unusual growth; the arrow leads to the turn that caused it",
};
export const MARKER_KINDS = Object.keys(MARKER_WORDS) as Marker["kind"][];
const RULE_WORDS: Readonly<Record<Rule["kind"], string>> = {
  budget: "budget of the harness",
  "default budget": "the project's default budget, for sessions that declare none",
  window: "window of the model",
};

const MISSED_WORDS: Readonly<Record<keyof typeof MISSED_COLORS, string>> = {
  needed: "left, and was needed there",
  fetched: "left, and was fetched again there",
};
const CHECKPOINTS = [
  { is: "taken", words: "checkpoint" },
  { is: "restarted", words: "restarted from a checkpoint" },
] as const;
const HOWS = Object.keys(MISSED_COLORS) as (keyof typeof MISSED_COLORS)[];

interface Props {
  markers: readonly Marker[];
  marks: readonly FindingMark[];
  rules: readonly Rule[];
  moments: Moments;
  /** Whether losses of the cache are known of and their marks come later: their words are there already. */
  awaitsLosses: boolean;
}

/** Explains each mark that the chart has, and no other. */
export function MarkerLegend({ markers, marks, rules, moments, awaitsLosses }: Props) {
  const findings = SEVERITY_LOOKS.filter(({ severity }) => marks.some((mark) => mark.severity === severity));
  const kinds = MARKER_KINDS.filter(
    (kind) => markers.some((marker) => marker.kind === kind) || (kind === "loss" && awaitsLosses),
  );
  const lines = (Object.keys(RULE_WORDS) as Rule["kind"][]).filter((kind) =>
    rules.some((rule) => rule.kind === kind),
  );
  return (
    <ul aria-label="Marks of the chart" className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-2">
      {findings.map(({ severity, color }) => (
        <Mark key={severity} words={`${severity} finding`}>
          <path d={FINDING_PATHS[severity]} fill={color} transform="translate(0 2)" />
        </Mark>
      ))}
      {kinds.map((kind) => (
        <Mark key={kind} words={MARKER_WORDS[kind]}>
          <path d={MARKER_LOOK[kind].path(0.4)} fill={MARKER_LOOK[kind].color} />
        </Mark>
      ))}
      {HOWS.filter((how) => moments.missed.some((moment) => moment.how === how)).map((how) => (
        <Mark key={how} words={MISSED_WORDS[how]}>
          <path d="M-5 12C-5 2 5 2 5 12" fill="none" stroke={MISSED_COLORS[how]} strokeWidth={1.75} />
        </Mark>
      ))}
      {CHECKPOINTS.filter(({ is }) => moments.checkpoints?.some((checkpoint) => checkpoint.is === is)).map(
        ({ is, words }) => (
          <Mark key={is} words={words}>
            <path
              d={FLAG_PATHS[is]}
              transform="translate(-4 1)"
              fill="none"
              stroke="var(--kind-plan)"
              strokeWidth={1.5}
            />
          </Mark>
        ),
      )}
      {moments.prompts.length > 1 && (
        <Mark words="every second exchange with the user">
          <rect x={-5.5} y={3} width={11} height={10} fill="var(--ink)" fillOpacity={0.09} />
        </Mark>
      )}
      {lines.map((kind) => (
        <Mark key={kind} words={RULE_WORDS[kind]}>
          <path d="M-5.5 8H5.5" stroke="var(--ink-2)" strokeDasharray={RULE_DASHES[kind]} />
        </Mark>
      ))}
    </ul>
  );
}

function Mark({ words, children }: { words: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg width={11} height={16} viewBox="-5.5 0 11 16" aria-hidden>
        {children}
      </svg>
      {words}
    </li>
  );
}
