import { listIncidentLines } from "./summary";
import type { Snapshot } from "@/lib/incident/snapshot";
import { count, plural } from "../format/format";
import { labelKind } from "../chart/palette";
import { writeSvg } from "../chart/shapes";
import { revealText } from "../format/trace-text";
import { nameEntry } from "./entry-words";
import { listHeadLines } from "./markdown";
import { listLostTexts } from "./lost-texts";
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
  return revealText(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/**
 * The incident as one self-contained file. It has no script and loads no other file; its own security policy forbids
 * both.
 */
export function buildIncidentHtml(snapshot: Snapshot, address: string): string {
  const title = escapeHtml(snapshot.title);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex"><title>${title}</title><style>${FILE_STYLE}</style></head>
<body><main><h1 dir="auto">${title}</h1><p dir="auto">${listIncidentLines(snapshot).map(escapeHtml).join("<br>")}</p><p class="facts" dir="auto">${listHeadLines(snapshot).map(escapeHtml).join(" · ")}</p>
${stripHtml(snapshot)}
${buildLostHtml(snapshot)}<h2>Timeline</h2>${buildTimelineHtml(snapshot)}
${buildReplaysHtml(snapshot)}${buildBlocksHtml(snapshot)}
<footer>${describeOrigin(snapshot)}<br>In Sightglass: ${escapeHtml(address)}</footer></main></body></html>
`;
}

function stripHtml(snapshot: Snapshot): string {
  const strip = stripModel(snapshot);
  const { shapes, height } = stripShapes(strip, WIDTH, snapshot.view.turn);
  const summary = escapeHtml(strip.summary);
  const svg = writeSvg(shapes, { width: WIDTH, height, title: strip.summary, source: "" }, (color) => color);
  const legend = stripLegend(strip).map(
    ({ label, color }) =>
      `<li><svg width="10" height="10" aria-hidden="true"><rect width="10" height="10" rx="2" fill="${color}"/></svg> ${escapeHtml(label)}</li>`,
  );
  const plan =
    strip.plan.length === 0 ? "" : " The plan: filled where it stood in the window, dashed where it did not.";
  const gaps = strip.gaps.map(({ label }) => label).join(", ");
  return `<figure><figcaption>${summary}${plan}${gaps === "" ? "" : ` Cut short: ${escapeHtml(gaps)}.`}</figcaption><ul class="legend">${legend.join("")}</ul><div class="wide" role="img" tabindex="0" aria-label="${summary}">${svg}</div></figure>`;
}

function buildLostHtml(snapshot: Snapshot): string {
  const lost = listLostTexts(snapshot);
  if (lost.length === 0) return "";
  const items = lost.map(({ name, life, head, rest, without }) => {
    const text = without ?? `${head}${rest === "" ? "" : `\n${rest}`}`;
    return `<p dir="auto">${escapeHtml(name)}: ${escapeHtml(life)}</p><pre>${escapeHtml(text)}</pre>`;
  });
  return `<h2>What was lost</h2>${items.join("")}`;
}

function buildTimelineHtml({ entries }: Snapshot): string {
  if (entries.length === 0) return "<p>Nothing happened in this range.</p>";
  const lines = entries.map(({ kind, severity, moment, text, pin }) => {
    const word = kind === "finding" && severity !== null ? `${severity} finding` : nameEntry(kind);
    const on =
      pin === null || pin.kind === "turn" ? "" : `<small dir="auto">on ${escapeHtml(pin.text)}</small>`;
    return `<li class="${kind}"><span class="when">[${escapeHtml(moment)}]</span><span class="kind">${word}</span><div><span dir="auto">${escapeHtml(text)}</span>${on}</div></li>`;
  });
  return `<ol class="timeline">${lines.join("")}</ol>`;
}

function buildReplaysHtml({ replays }: Snapshot): string {
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

function buildBlocksHtml({ content, blocks, blocksLeftOut }: Snapshot): string {
  if (content === "off") return "";
  const items = blocks.flatMap(({ name, kind, tokens, text }) =>
    text === null
      ? []
      : [
          `<details><summary dir="auto">${escapeHtml(name)} <small>${labelKind(kind)}, ${count(tokens)} tokens</small></summary><pre>${escapeHtml(text)}</pre></details>`,
        ],
  );
  const more =
    blocksLeftOut === 0
      ? ""
      : `<p>${plural(blocksLeftOut, "more block is", "more blocks are")} not listed.</p>`;
  return `<h2>What stood in the window</h2>${items.join("")}${more}`;
}

function describeOrigin({ content }: Snapshot): string {
  const held = {
    full: "Names and texts are as they were recorded; nothing is masked.",
    masked: "Secrets and personal data are masked with █.",
    off: "Names and texts were left out.",
  };
  return `A frozen snapshot, taken from Sightglass. ${held[content]}`;
}

/** The theme's colours for a file that is opened alone. A test compares them with the app's style sheet. */
const LIGHT =
  "--surface:#ffffff;--sunken:#f6f7f8;--line:#e3e6ea;--line-strong:#c3c8cf;--ink:#14171c;--ink-2:#4c535d;--ink-3:#666d78;--accent:#1640ad;" +
  "--kind-system:#8c939b;--kind-plan:#653b69;--kind-memory:#bf8532;--kind-assistant:#212268;--kind-user:#905536;--kind-tool:#1640ad;" +
  "--kind-other:#830b18;--kind-retrieval:#287898;--kind-residual:#c9ced5;--state-evicted:#9a3412;--state-dangling:#b91c1c;--state-warning:#92400e";

const DARK =
  "--surface:#0b0e14;--sunken:#11151d;--line:#222936;--line-strong:#3a4454;--ink:#e7eaf0;--ink-2:#aeb6c3;--ink-3:#8b94a3;--accent:#8ea2ff;" +
  "--kind-system:#dde6ee;--kind-plan:#b485b8;--kind-memory:#f6c88f;--kind-assistant:#7480fa;--kind-user:#a25325;--kind-tool:#2b59c8;" +
  "--kind-other:#e66e6a;--kind-retrieval:#02c5ff;--kind-residual:#394250;--state-evicted:#fdba74;--state-dangling:#fca5a5;--state-warning:#fcd34d";

export const FILE_STYLE = `:root{color-scheme:light dark;${LIGHT}}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}
@page{margin:15mm}
body{margin:0;background:var(--surface);color:var(--ink);font:13px/1.5 ui-sans-serif,system-ui,sans-serif}
main{max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.25rem;font-weight:500;margin:0;overflow-wrap:anywhere}h2{font-size:14px;font-weight:500;margin:2rem 0 .25rem}
.facts,figcaption,small,footer{color:var(--ink-2);font-size:12px}p.facts{margin:.25rem 0;overflow-wrap:anywhere}
figure{margin:1rem 0}.wide{overflow-x:auto}.wide>svg{display:block;min-width:36rem;width:100%;height:auto}
ul.legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0;margin:.5rem 0;font-size:12px;color:var(--ink-2)}
ol.timeline{list-style:none;padding:0;margin:0}
ol.timeline li{display:grid;grid-template-columns:5.5rem 7rem minmax(0,1fr);gap:.5rem;border-top:1px solid var(--line);padding:.25rem 0;break-inside:avoid}
.when{font-variant-numeric:tabular-nums}.kind{color:var(--ink-3);font-size:12px}
li div{overflow-wrap:anywhere;white-space:pre-line}li small{display:block}
.annotation div{border-left:2px solid var(--accent);padding-left:.5rem;font-weight:500}.annotation small{font-weight:400}
ul.told{list-style:none;padding:0;margin:.25rem 0 .5rem;overflow-wrap:anywhere}
table{border-collapse:collapse;font-size:12px;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid var(--line);padding:.25rem 1rem .25rem 0;text-align:right;font-weight:400}
th{font-weight:500}th:first-child,td:first-child{text-align:left}
details{border-top:1px solid var(--line);padding:.125rem 0}summary{cursor:pointer;overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:12px;background:var(--sunken);padding:.5rem;margin:.25rem 0;unicode-bidi:isolate}
footer{margin:2rem 0;border-top:1px solid var(--line);padding-top:.5rem}
@media(max-width:40rem){ol.timeline li{grid-template-columns:5rem minmax(0,1fr)}.kind,li div{grid-column:2}}
@media print{main{margin:0;max-width:none;padding:0}.wide>svg{min-width:0}}`;
