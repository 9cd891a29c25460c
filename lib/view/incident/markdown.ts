import type { Snapshot } from "@/lib/incident/snapshot";
import { plural, utc } from "../format/format";
import { escapeMarkdown, toMarkdown } from "../format/table-data";
import { visibleText } from "../format/trace-text";
import { lostTexts } from "./lost-texts";
import { replayRows } from "./replay-rows";
import { incidentLines } from "./summary";

export function headLine(snapshot: Snapshot): string[] {
  const { session, severity, outcome, from, to, turns, turnsLeftOut } = snapshot;
  return [
    severity === null ? null : `severity: ${severity}`,
    outcome === null ? null : `outcome: ${outcome}`,
    `turns ${from} to ${to}`,
    turns.length > 0 ? null : "the session has none of these turns any more",
    turnsLeftOut === undefined
      ? null
      : `${plural(turnsLeftOut, "later turn is", "later turns are")} not shown`,
    session.startedAt === null ? null : `began ${utc(new Date(session.startedAt).toISOString())}`,
    session.name,
    session.agent,
    session.model,
  ].flatMap((part) => (part === null ? [] : [visibleText(part)]));
}

/** No text of the trace acts as Markdown. */
export function incidentMarkdown(snapshot: Snapshot, address: string): string {
  const lines = snapshot.entries.map(entryLine);
  return [
    `# ${safe(snapshot.title)}`,
    incidentLines(snapshot).map(safe).join("\\\n"),
    headLine(snapshot).map(safe).join(" · "),
    `In Sightglass: <${address}>`,
    ...lostParts(snapshot),
    "## Timeline",
    lines.length === 0 ? "Nothing happened in this range." : lines.join("\n"),
    ...(snapshot.replays.length === 0 ? [] : ["## What another policy would have done"]),
    ...snapshot.replays.flatMap(replayParts),
    "",
  ].join("\n\n");
}

function lostParts(snapshot: Snapshot): string[] {
  const lost = lostTexts(snapshot);
  if (lost.length === 0) return [];
  const items = lost.flatMap(({ name, life, head, without }) => [
    `**${safe(name)}**: ${life}`,
    (without ?? head)
      .split("\n")
      .map((line) => `> ${safe(line)}`)
      .join("\\\n"),
  ]);
  return ["## What was lost", ...items];
}

function safe(value: string): string {
  return escapeMarkdown(visibleText(value));
}

function entryLine({ moment, kind, text, pin }: Snapshot["entries"][number]): string {
  const on = pin === null || pin.kind === "turn" ? "" : ` (on ${safe(pin.text)})`;
  return `- \`[${moment}]\` ${kind === "annotation" ? "**Note:** " : ""}${safe(text)}${on}`;
}

function replayParts(replay: Snapshot["replays"][number]): string[] {
  const table = {
    columns: [
      { key: "title", label: "Policy" },
      { key: "dangling", label: "Uses without evidence", numeric: true },
      { key: "tokens", label: "Tokens sent", numeric: true },
      { key: "evictions", label: "Evictions", numeric: true },
    ],
    rows: replayRows(replay).map(({ title, dangling, tokens, evictions }) => [
      title,
      dangling,
      tokens,
      evictions,
    ]),
  };
  return [
    replay.policies.map(({ text }) => `- ${safe(text)}`).join("\n"),
    toMarkdown(table).trimEnd(),
    ...replay.caveats.map((caveat) => `_${caveat}_`),
  ];
}
