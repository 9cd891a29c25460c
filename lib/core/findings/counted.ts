import type { Finding, Severity } from "./rule/finding";

/** What people can say of a finding. */
export const FINDING_VERDICTS = ["true", "false", "not-useful"] as const;
export type PersonVerdict = (typeof FINDING_VERDICTS)[number];

export const NOTE_CHARS_MAX = 2_000;

type Stood = Pick<Finding, "standing" | "severity">;

/**
 * How a finding counts. Only what is proved has a severity in counts, and what a person confirmed of the judged. The
 * rest counts apart (`severity: null`), and what a person called false or not useful does not count: `null`.
 */
export function decideCounted(
  { standing, severity }: Stood,
  verdict: PersonVerdict | null,
): { readonly severity: Severity | null } | null {
  if (verdict === "false" || verdict === "not-useful") return null;
  const isSure = standing === "proved" || (standing === "judged" && verdict === "true");
  return { severity: isSure ? severity : null };
}

/** What a model judged is at most a warning until a person confirms it. */
export function decideShownSeverity(
  { standing, severity }: Stood,
  verdict: PersonVerdict | null,
): Severity | null {
  return standing === "judged" && verdict !== "true" && severity === "serious" ? "warning" : severity;
}
