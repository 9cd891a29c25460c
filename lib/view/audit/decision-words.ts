import { plural } from "../format/format";

/** "2 of 3 pieces of evidence absent". */
export function describeAbsent({
  absent,
  evidence,
}: {
  readonly absent: number;
  readonly evidence: number;
}): string {
  return `${absent} of ${plural(evidence, "piece")} of evidence absent`;
}
