import type { Snapshot } from "@/lib/incident/snapshot";
import type { TableData } from "../format/table-data";
import { writeCsvRemarks, toCsv } from "../format/table-data";
import { revealText } from "../format/trace-text";
import { buildIncidentHtml } from "./html";
import { listHeadLines, buildIncidentMarkdown } from "./markdown";

/** Each form names the incident's `address`, an absolute URL. */
export const EXPORTS = {
  md: { type: "text/markdown; charset=utf-8", write: buildIncidentMarkdown },
  json: {
    type: "application/json; charset=utf-8",
    write: (snapshot: Snapshot, address: string) => `${JSON.stringify({ address, ...snapshot }, null, 2)}\n`,
  },
  html: { type: "text/html; charset=utf-8", write: buildIncidentHtml },
  csv: {
    type: "text/csv; charset=utf-8",
    write: (snapshot: Snapshot, address: string) =>
      writeCsvRemarks({
        Sightglass: revealText(snapshot.title),
        Session: listHeadLines(snapshot).join(", "),
        Address: address,
      }) + toCsv(buildTimelineTable(snapshot)),
  },
} as const;
export type ExportFormat = keyof typeof EXPORTS;
export const EXPORT_FORMATS = ["md", "json", "html", "csv"] as const satisfies readonly ExportFormat[];

export function turnTable({ turns }: Snapshot): TableData {
  return {
    columns: [
      { key: "turn", label: "Turn", numeric: true },
      { key: "moment", label: "When" },
      { key: "tokens", label: "Tokens", numeric: true },
      { key: "provenance", label: "Known as" },
      { key: "evictions", label: "Evictions", numeric: true },
      { key: "compactions", label: "Compactions", numeric: true },
      { key: "plan", label: "Plan in the window" },
    ],
    rows: turns.map(({ turn, moment, tokens, provenance, evictions, compactions, plan }) => [
      turn,
      moment,
      tokens,
      provenance,
      evictions,
      compactions,
      plan === null ? null : plan ? "yes" : "no",
    ]),
  };
}

export function buildTimelineTable({ entries }: Snapshot): TableData {
  return {
    columns: [
      { key: "moment", label: "When" },
      { key: "turn", label: "Turn", numeric: true },
      { key: "kind", label: "What" },
      { key: "text", label: "In words" },
    ],
    rows: entries.map(({ moment, turn, kind, text }) => [moment, turn, kind, text]),
  };
}
