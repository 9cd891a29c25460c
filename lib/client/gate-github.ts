import type { GateCase, GateLimit } from "./gate-report";
import { examplesOf, foundText, missingText } from "./gate-report";

/** What GitHub Actions shows beside a run: one annotation for each broken limit and each signal that is missing. */
export function githubAnnotations(cases: readonly GateCase[]): string[] {
  return cases.flatMap((one) =>
    problemsOf(one).map(({ level, title, text }) => {
      const link = one.link === undefined ? "" : ` ${one.link}`;
      return `::${level} title=${commandValue(`${one.name}: ${title}`)}::${commandText(`${text}.${link}`)}`;
    }),
  );
}

/** The page of a run: a table of the sessions, and the first findings that break a limit. Markdown. */
export function githubSummary(gate: string, cases: readonly GateCase[]): string {
  const rows = cases.flatMap((one) => {
    const problems = problemsOf(one).map(({ title, text }) => `${title}: ${text}`);
    const name =
      one.link === undefined ? plainCell(one.name) : `[${plainCell(one.name)}](<${linkTarget(one.link)}>)`;
    return `| ${name} | ${one.verdict} | ${problems.map(plainCell).join("<br>")} |`;
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
export function problemsOf({ verdict, limits, missing, problem }: GateCase): GateProblem[] {
  const broken = limits.filter(({ kept }) => !kept).map(limitProblem);
  const unseen = missing.map((signal): GateProblem => ({
    level: "warning",
    title: signal,
    text: missingText(signal),
  }));
  const other: GateProblem[] =
    problem === null || verdict === "pass" ? [] : [{ level: "warning", title: "verdict", text: problem }];
  return [...broken, ...unseen, ...other];
}

function limitProblem(limit: GateLimit): GateProblem {
  return {
    level: limit.found === null ? "warning" : "error",
    title: limit.limit,
    text: [`${foundText(limit)}, at most ${limit.atMost}`, ...examplesOf(limit)].join("; "),
  };
}

/** A line break would end the command, and names come from traces. */
function commandText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function commandValue(text: string): string {
  return commandText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Every sign that Markdown or HTML reads, as an entity. */
function plainCell(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[&<>|`*_[\]()\\#~!:@]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function linkTarget(link: string): string {
  return link.replace(/[<>|\s\\]/g, encodeURIComponent);
}
