import type { Snapshot } from "@/lib/core/incident/snapshot";
import { utc } from "../format";
import { escapeMarkdown } from "../table-data";
import { visibleText } from "../trace-text";
import { stripModel } from "./strip";

/** What an incident is about, in the words of its head line. */
export function headLine({ session, severity, outcome, from, to }: Snapshot): string[] {
  return [
    severity === null ? null : `severity: ${severity}`,
    outcome === null ? null : `outcome: ${outcome}`,
    `turns ${from} to ${to}`,
    session.startedAt === null ? null : `began ${utc(new Date(session.startedAt).toISOString())}`,
    session.name,
    session.agent,
    session.model,
  ].flatMap((part) => (part === null ? [] : [visibleText(part)]));
}

/** The incident as a postmortem in Markdown, in which nothing of the trace means anything. */
export function incidentMarkdown(snapshot: Snapshot): string {
  const text = (value: string) => escapeMarkdown(visibleText(value));
  const lines = snapshot.entries.map(
    ({ moment, kind, text: line }) =>
      `- \`[${moment}]\` ${kind === "annotation" ? "**Note:** " : ""}${text(line)}`,
  );
  return [
    `# ${text(snapshot.title)}`,
    headLine(snapshot).map(text).join(" · "),
    stripModel(snapshot).summary,
    "## Timeline",
    lines.length === 0 ? "Nothing happened in this range." : lines.join("\n"),
    "",
  ].join("\n\n");
}
