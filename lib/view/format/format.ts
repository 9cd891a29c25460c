import { formatCount, formatDigits } from "@/lib/core/digits";
import type { LimitProvenance, Provenance } from "@/lib/core/vocabulary";

const UNKNOWN = "–";

/** A dash for unknown, which is never 0. */
export function count(value: number | null): string {
  return value === null ? UNKNOWN : formatDigits(value);
}

const decimal = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

/** A number in any unit: 30,000 and 0.35. */
export function formatFigure(value: number): string {
  return decimal.format(value);
}

/** A short number: 942, 12.3k, 1.2M. */
export function formatCompact(value: number | null): string {
  if (value === null) return UNKNOWN;
  const size = Math.abs(value);
  if (size < 1_000) return String(Math.round(value));
  if (size < 99_950) return `${trimZero((value / 1_000).toFixed(1))}k`;
  if (size < 999_500) return `${Math.round(value / 1_000)}k`;
  return `${trimZero((value / 1_000_000).toFixed(1))}M`;
}

/** A change with its sign: +4,250, −120, ±0. */
export function formatSigned(value: number | null): string {
  if (value === null) return UNKNOWN;
  if (value === 0) return "±0";
  return value > 0 ? `+${formatDigits(value)}` : `\u2212${formatDigits(-value)}`;
}

/** A share between 0 and 1 as a percentage. */
export function formatPercent(share: number | null): string {
  if (share === null) return UNKNOWN;
  const value = share * 100;
  return `${value > 0 && value < 1 ? "<1" : Math.round(value)}%`;
}

const PROVENANCE_MARKS: Record<Provenance, string> = {
  measured: "",
  tokenized: "",
  estimated: "~",
  inferred: "≈",
  unavailable: "",
};

const PROVENANCE_WORDS: Record<Provenance, string> = {
  measured: "as the provider or the harness reported it",
  tokenized: "counted with the model's own tokenizer",
  estimated: "estimated from the text and calibrated against this session's reported totals",
  inferred: "derived by a rule of the harness; the source does not store it",
  unavailable: "not known",
};

/** No sign when counted, ~ when estimated, ≈ when inferred. */
export function formatTokens(value: number | null, provenance: Provenance): string {
  return value === null ? UNKNOWN : `${PROVENANCE_MARKS[provenance]}${count(value)}`;
}

export function describeProvenance(provenance: Provenance): string {
  return PROVENANCE_WORDS[provenance];
}

export function limitWords(limit: number, provenance: LimitProvenance | undefined): string {
  const from = provenance === undefined || UNSAID_LIMITS.has(provenance) ? "" : ` (${provenance})`;
  return `${formatCompact(limit)}${from}`;
}

const UNSAID_LIMITS: ReadonlySet<LimitProvenance> = new Set(["recorded", "unavailable"]);

/** A duration: 4 s, 12 min, 3 h 20 min, 2 d 4 h. */
export function formatDuration(ms: number | null): string {
  if (ms === null || ms < 0) return UNKNOWN;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** For text without a time zone: 2026-01-05 09:00 UTC. */
export function formatUtc(iso: string | null): string {
  return iso === null ? UNKNOWN : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** "1 turn", "3 turns". */
export const plural = formatCount;

function trimZero(text: string): string {
  return text.replace(/\.0$/, "");
}

/** A duration with tenths of a second where they matter: 3.4 s, 2 min. */
export function formatShortDuration(ms: number): string {
  if (ms >= 0 && ms < 100) return `${Math.round(ms)} ms`;
  return ms < 10_000 && ms >= 0 ? `${(ms / 1_000).toFixed(1)} s` : formatDuration(ms);
}
