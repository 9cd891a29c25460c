import type { Snapshot } from "@/lib/incident/snapshot";
import { count, plural } from "../format/format";
import { kindLabel } from "../chart/palette";
import { shapesToSvg } from "../chart/shapes";
import { visibleText } from "../format/trace-text";
import { entryWord } from "./entry-words";
import { FILE_STYLE } from "./html-style";
import { headLine } from "./markdown";
import { replayRows } from "./replay-rows";
import { stripModel } from "./strip";
import { stripLegend } from "./strip-legend";
import { stripShapes } from "./strip-shapes";

const WIDTH = 960;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/**
 * The incident as one self-contained file. It has no script and loads no other file; its own security policy forbids
 * both.
 */
export function incidentHtml(snapshot: Snapshot, address: string): string {
  const title = escapeHtml(snapshot.title);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex"><title>${title}</title><style>${FILE_STYLE}</style></head>
<body><main><h1 dir="auto">${title}</h1><p class="facts" dir="auto">${headLine(snapshot).map(escapeHtml).join(" · ")}</p>
${stripHtml(snapshot)}
<h2>Timeline</h2>${timelineHtml(snapshot)}
${replaysHtml(snapshot)}${blocksHtml(snapshot)}
<footer>${originOf(snapshot)}<br>In Sightglass: ${escapeHtml(address)}</footer></main></body></html>
`;
}

function stripHtml(snapshot: Snapshot): string {
  const strip = stripModel(snapshot);
  const { shapes, height } = stripShapes(strip, WIDTH, snapshot.view.turn);
  const summary = escapeHtml(strip.summary);
  const svg = shapesToSvg(
    shapes,
    { width: WIDTH, height, title: strip.summary, source: "" },
    (color) => color,
  );
  const legend = stripLegend(strip).map(
    ({ label, color }) =>
      `<li><svg width="10" height="10" aria-hidden="true"><rect width="10" height="10" rx="2" fill="${color}"/></svg> ${escapeHtml(label)}</li>`,
  );
  const plan =
    strip.plan.length === 0 ? "" : " The plan: filled where it stood in the window, dashed where it did not.";
  const gaps = strip.gaps.map(({ label }) => label).join(", ");
  return `<figure><figcaption>${summary}${plan}${gaps === "" ? "" : ` Cut short: ${escapeHtml(gaps)}.`}</figcaption><ul class="legend">${legend.join("")}</ul><div class="wide" role="img" tabindex="0" aria-label="${summary}">${svg}</div></figure>`;
}

function timelineHtml({ entries }: Snapshot): string {
  if (entries.length === 0) return "<p>Nothing happened in this range.</p>";
  const lines = entries.map(({ kind, severity, moment, text, pin }) => {
    const word = kind === "finding" && severity !== null ? `${severity} finding` : entryWord(kind);
    const on =
      pin === null || pin.kind === "turn" ? "" : `<small dir="auto">on ${escapeHtml(pin.text)}</small>`;
    return `<li class="${kind}"><span class="when">[${escapeHtml(moment)}]</span><span class="kind">${word}</span><div><span dir="auto">${escapeHtml(text)}</span>${on}</div></li>`;
  });
  return `<ol class="timeline">${lines.join("")}</ol>`;
}

function replaysHtml({ replays }: Snapshot): string {
  if (replays.length === 0) return "";
  const parts = replays.map((replay) => {
    const items = replay.policies.map(({ text }) => `<li dir="auto">${escapeHtml(text)}</li>`);
    const rows = replayRows(replay).map(
      ({ title, dangling, tokens, evictions }) =>
        `<tr><td>${escapeHtml(title)}</td><td>${dangling}</td><td>${tokens}</td><td>${evictions}</td></tr>`,
    );
    const caveats = replay.caveats.map((caveat) => `<p class="facts">${escapeHtml(caveat)}</p>`);
    return `<ul class="told">${items.join("")}</ul><div class="wide"><table><thead><tr><th>Policy</th><th>Uses without evidence</th><th>Tokens sent</th><th>Evictions</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>${caveats.join("")}`;
  });
  return `<h2>What another policy would have done</h2>${parts.join("")}`;
}

function blocksHtml({ content, blocks, blocksLeftOut }: Snapshot): string {
  if (content === "off") return "";
  const items = blocks.flatMap(({ name, kind, tokens, text }) =>
    text === null
      ? []
      : [
          `<details><summary dir="auto">${escapeHtml(name)} <small>${kindLabel(kind)}, ${count(tokens)} tokens</small></summary><pre>${escapeHtml(text)}</pre></details>`,
        ],
  );
  const more =
    blocksLeftOut === 0
      ? ""
      : `<p>${plural(blocksLeftOut, "more block is", "more blocks are")} not listed.</p>`;
  return `<h2>What stood in the window</h2>${items.join("")}${more}`;
}

function originOf({ content }: Snapshot): string {
  const held = {
    full: "Names and texts are as they were recorded; nothing is masked.",
    masked: "Secrets and personal data are masked with █.",
    off: "Names and texts were left out.",
  };
  return `A frozen snapshot, taken from Sightglass. ${held[content]}`;
}
