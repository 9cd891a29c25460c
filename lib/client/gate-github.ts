import type { GateCase, GateLimit } from "./gate-report";
import { listExamples, describeFoundCount, describeMissing } from "./gate-report";

/** What GitHub Actions shows beside a run: one annotation for each broken limit and each signal that is missing. */
export function writeGithubAnnotations(cases: readonly GateCase[]): string[] {
  return cases.flatMap((one) =>
    listProblems(one).map(({ level, title, text }) => {
      const link = one.link === undefined ? "" : ` ${one.link}`;
      return `::${level} title=${escapeCommandValue(`${one.name}: ${title}`)}::${escapeCommandText(`${text}.${link}`)}`;
    }),
  );
}

/** The page of a run: a table of the sessions, and the first findings that break a limit. Markdown. */
export function writeGithubSummary(gate: string, cases: readonly GateCase[]): string {
  const rows = cases.flatMap((one) => {
    const problems = listProblems(one).map(({ title, text }) => `${title}: ${text}`);
    const name =
      one.link === undefined ? escapeCell(one.name) : `[${escapeCell(one.name)}](<${linkTarget(one.link)}>)`;
    return `| ${name} | ${one.verdict} | ${problems.map(escapeCell).join("<br>")} |`;
  });
  return [`### ${gate}`, "", "| session | verdict | why |", "| --- | --- | --- |", ...rows, "", ""].join(
    "\n",
  );
}

interface GateProblem {
  readonly level: "error" | "warning";
  readonly title: string;
  readonly text: string;
}

/** What keeps a case from passing. What cannot be told is a warning. */
export function listProblems({ verdict, limits, missing, problem }: GateCase): GateProblem[] {
  const broken = limits.filter(({ kept }) => !kept).map(limitProblem);
  const unseen = missing.map((signal): GateProblem => ({
    level: "warning",
    title: signal,
    text: describeMissing(signal),
  }));
  const other: GateProblem[] =
    problem === null || verdict === "pass" ? [] : [{ level: "warning", title: "verdict", text: problem }];
  return [...broken, ...unseen, ...other];
}

function limitProblem(limit: GateLimit): GateProblem {
  return {
    level: limit.found === null ? "warning" : "error",
    title: limit.limit,
    text: [`${describeFoundCount(limit)}, at most ${limit.atMost}`, ...listExamples(limit)].join("; "),
  };
}

/** A line break would end the command, and names come from traces. */
function escapeCommandText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeCommandValue(text: string): string {
  return escapeCommandText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Every sign that Markdown or HTML reads, as an entity. */
function escapeCell(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[&<>|`*_[\]()\\#~!:@]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function linkTarget(link: string): string {
  return link.replace(/[<>|\s\\]/g, encodeURIComponent);
}
