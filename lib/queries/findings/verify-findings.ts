import { formatCount } from "@/lib/core/digits";
import { Checker, type ClaimAnswer } from "@/lib/core/proof/checker";
import type { Claim } from "@/lib/core/proof/claim";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { makeSentences } from "./claim-sentences";

interface WithClaims {
  readonly code: string;
  /** The turn where it begins. */
  readonly from: number;
  readonly claims: readonly Claim[];
}

export interface Verified {
  readonly name: string;
  readonly findings: number;
  readonly claims: number;
  /** The claims that do not hold, in sentences. `null` as an answer: they cannot be decided. */
  readonly broken: readonly {
    readonly code: string;
    readonly turn: number;
    readonly words: string;
    readonly answer: ClaimAnswer;
  }[];
}

/** Decides the claims of findings of one session anew. */
export function verifyFindings(
  name: string,
  recording: Recording,
  findings: readonly WithClaims[],
): Verified {
  const checker = new Checker(recording);
  const all = findings.flatMap(({ code, from, claims }) =>
    claims.map((claim) => ({ code, turn: from, claim })),
  );
  checker.prepare(all.map(({ claim }) => claim));
  const wordsOf = makeSentences(recording);
  const broken = all.flatMap(({ code, turn, claim }) => {
    const answer = checker.check(claim);
    return answer === true ? [] : [{ code, turn, words: wordsOf(claim), answer }];
  });
  return { name, findings: findings.length, claims: all.length, broken };
}

export function verifyLines(all: readonly Verified[]): string[] {
  return all.flatMap(({ name, findings, claims, broken }) => [
    `${broken.length === 0 ? "✓" : "✗"} ${name}: ${formatCount(claims, "claim")} of ${formatCount(findings, "finding")}, ${broken.length === 0 ? "all hold" : `${formatCount(broken.length, "claim")} not`}`,
    ...broken.map(
      ({ code, turn, words, answer }) =>
        `    ${code}, turn ${turn}: ${answer === null ? "cannot be decided" : "does not hold"}: ${words}`,
    ),
  ]);
}
