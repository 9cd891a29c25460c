import type { Snapshot } from "@/lib/incident/snapshot";
import { plural, formatUtc } from "../format/format";
import { escapeMarkdown, toMarkdown } from "../format/table-data";
import { revealText } from "../format/trace-text";
import { listLostTexts } from "./lost-texts";
import { replayRows } from "./replay-rows";
import { listIncidentLines } from "./summary";

export function listHeadLines(snapshot: Snapshot): string[] {
  const { session, severity, outcome, from, to, turns, turnsLeftOut } = snapshot;
  return [
    severity === null ? null : `severity: ${severity}`,
    outcome === null ? null : `outcome: ${outcome}`,
    `turns ${from} to ${to}`,
    turns.length > 0 ? null : "the session has none of these turns any more",
    turnsLeftOut === undefined
      ? null
      : `${plural(turnsLeftOut, "later turn is", "later turns are")} not shown`,
    session.startedAt === null ? null : `began ${formatUtc(new Date(session.startedAt).toISOString())}`,
    session.name,
    session.agent,
    session.model,
  ].flatMap((part) => (part === null ? [] : [revealText(part)]));
}

/** No text of the trace acts as Markdown. */
export function buildIncidentMarkdown(snapshot: Snapshot, address: string): string {
  const lines = snapshot.entries.map(makeEntryLine);
  return [
    `# ${escapeText(snapshot.title)}`,
    listIncidentLines(snapshot).map(escapeText).join("\\\n"),
    listHeadLines(snapshot).map(escapeText).join(" · "),
    `In Sightglass: <${address}>`,
    ...listLostParts(snapshot),
    "## Timeline",
    lines.length === 0 ? "Nothing happened in this range." : lines.join("\n"),
    ...(snapshot.replays.length === 0 ? [] : ["## What another policy would have done"]),
    ...snapshot.replays.flatMap(replayParts),
    "",
  ].join("\n\n");
}

function listLostParts(snapshot: Snapshot): string[] {
  const lost = listLostTexts(snapshot);
  if (lost.length === 0) return [];
  const items = lost.flatMap(({ name, life, head, without }) => [
    `**${escapeText(name)}**: ${life}`,
    (without ?? head)
      .split("\n")
      .map((line) => `> ${escapeText(line)}`)
      .join("\\\n"),
  ]);
  return ["## What was lost", ...items];
}

function escapeText(value: string): string {
  return escapeMarkdown(revealText(value));
}

function makeEntryLine({ moment, kind, text, pin }: Snapshot["entries"][number]): string {
  const on = pin === null || pin.kind === "turn" ? "" : ` (on ${escapeText(pin.text)})`;
  return `- \`[${moment}]\` ${kind === "annotation" ? "**Note:** " : ""}${escapeText(text)}${on}`;
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
    replay.policies.map(({ text }) => `- ${escapeText(text)}`).join("\n"),
    toMarkdown(table).trimEnd(),
    ...replay.caveats.map((caveat) => `_${caveat}_`),
  ];
}
