import type { JudgedInput } from "../answers";
import { count, plural } from "../format/format";
import { revealText } from "../format/trace-text";
import { pickSeverityLook } from "../severity";
import { type SaidOfFinding, buildSaid } from "../findings/verdict-words";

export interface JudgedItem {
  readonly key: string;
  readonly look: ReturnType<typeof pickSeverityLook>;
  readonly title: string;
  readonly sentence: string;
  /** The model and the version of the prompt. */
  readonly by: string;
  readonly turns: string;
  /** What a person said of it. */
  readonly said: SaidOfFinding | null;
  readonly quotes: readonly {
    readonly key: string;
    readonly from: string;
    readonly quote: string;
    readonly href: string;
  }[];
}

export interface JudgedModel {
  /** The one sentence that says what went wrong; `null` where no judge gave one. */
  readonly summary: { readonly sentence: string; readonly by: string; readonly href: string } | null;
  readonly items: readonly JudgedItem[];
  /** How far the questions are answered, and what is in the way. */
  readonly status: readonly string[];
  /** What asks the questions now; `null` while nothing could. */
  readonly ask: string | null;
}

/** @returns `null` where the judge is off and never said anything */
export function buildJudgedModel(facts: JudgedInput): JudgedModel | null {
  const { on, findings, summary, answered, unanswered } = facts;
  if (!on && answered === 0 && unanswered.length === 0) return null;
  return {
    summary:
      summary === null
        ? null
        : { sentence: revealText(summary.sentence), by: describeJudge(summary), href: summary.href },
    items: findings.map((finding) => ({
      key: finding.id,
      look: pickSeverityLook(finding.severity ?? "note"),
      title: finding.title,
      sentence: revealText(finding.sentence),
      by: describeJudge(finding),
      turns: describeTurns(finding),
      said: finding.verdict == null ? null : buildSaid(finding.verdict),
      quotes: finding.quotes.map(({ role, turn, quote, href }, i) => ({
        key: `${finding.id} ${i}`,
        from: `${role}, turn ${count(turn)}`,
        quote: revealText(quote),
        href,
      })),
    })),
    status: describeStatus(facts),
    ask: on && facts.status !== "waiting" ? (answered === 0 ? "Ask the judge" : "Ask again") : null,
  };
}

function describeJudge({ model, version }: { readonly model: string; readonly version: number }): string {
  return `judged by ${revealText(model)}, prompt ${version}`;
}

function describeTurns({ fromTurn, toTurn }: { readonly fromTurn: number; readonly toTurn: number }): string {
  return fromTurn === toTurn ? `turn ${count(fromTurn)}` : `turns ${count(fromTurn)} to ${count(toTurn)}`;
}

function describeStatus({
  on,
  status,
  note,
  questions,
  answered,
  unanswered,
  findings,
  tokens,
}: JudgedInput): string[] {
  const open = unanswered.map(
    ({ question, why, count: times }) =>
      `${question.replaceAll("-", " ")}: ${why}${times === 1 ? "" : `, ${count(times)} times`}`,
  );
  const asked = `${count(answered)} of ${plural(questions, "question")} answered, with ${plural(tokens, "token")}.`;
  return [
    ...(on ? [] : ["The judge is off; this is what it said before."]),
    ...(status === "never asked" ? ["The judge was not asked about this session yet."] : []),
    ...(status === "waiting" && note === null ? ["Questions are waiting to be asked."] : []),
    ...(questions === 0 ? [] : [asked]),
    ...(status === "asked" && findings.length === 0 && answered > 0 ? ["It found nothing wrong."] : []),
    ...(note === null ? [] : [revealText(note)]),
    ...(open.length === 0 ? [] : [`Unanswered: ${open.join("; ")}.`]),
  ];
}
