import type { Snapshot } from "@/lib/core/incident/snapshot";
import { count } from "../format";
import { kindLabel } from "../palette";
import { visibleText } from "../trace-text";
import { headLine } from "./markdown";
import { stripModel } from "./strip";

const WIDTH = 900;
const HEIGHT = 120;
const PLAN_HEIGHT = 8;

/** Colours of the light theme: a file that is opened alone has no theme to follow. */
const COLORS: Record<string, string> = {
  system: "#8c939b",
  plan: "#653b69",
  memory: "#bf8532",
  assistant: "#212268",
  user: "#905536",
  tool: "#1640ad",
  other: "#830b18",
  retrieval: "#287898",
  residual: "#c9ced5",
};

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#14171c}
h1{font-size:1.25rem}h2{font-size:1rem;margin-top:2rem}p.facts{color:#4c535d}svg{width:100%;height:auto}
ol{list-style:none;padding:0}li{border-top:1px solid #e3e6ea;padding:.25rem 0 .25rem 6rem;text-indent:-6rem}
time{display:inline-block;width:6rem;text-indent:0;font-variant-numeric:tabular-nums;color:#4c535d}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:12px;background:#f6f7f8;padding:.5rem}
.annotation{font-weight:600}summary{cursor:pointer}`;

/** A text that HTML shows as it is, in element content and in quoted attributes. */
export function escapeHtml(text: string): string {
  const signs: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return visibleText(text).replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

/** The incident as one file that needs nothing else: no script, no other file, and a policy that forbids both. */
export function incidentHtml(snapshot: Snapshot): string {
  const text = escapeHtml;
  const lines = snapshot.entries.map(
    (entry) => `<li class="${entry.kind}"><time>${text(entry.moment)}</time>${text(entry.text)}</li>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex"><title>${text(snapshot.title)}</title><style>${STYLE}</style></head>
<body><h1>${text(snapshot.title)}</h1><p class="facts">${headLine(snapshot).map(text).join(" · ")}</p>
${stripSvg(snapshot)}<h2>Timeline</h2><ol>${lines.join("")}</ol>${blocksHtml(snapshot)}</body></html>
`;
}

function stripSvg(snapshot: Snapshot): string {
  const strip = stripModel(snapshot);
  const px = (value: number) => (value * WIDTH).toFixed(1);
  const bars = strip.bars.map(
    ({ x, width, y, height, group }) =>
      `<rect x="${px(x)}" y="${(y * HEIGHT).toFixed(1)}" width="${px(width)}" height="${(height * HEIGHT).toFixed(1)}" fill="${COLORS[group] ?? "#c9ced5"}"/>`,
  );
  const plan = strip.plan.map(
    ({ x, width, present }) =>
      `<rect x="${px(x)}" y="${HEIGHT + 4}" width="${px(width)}" height="${PLAN_HEIGHT}" fill="${present ? "#653b69" : "none"}" stroke="#653b69"/>`,
  );
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT + 16}" role="img" aria-label="${escapeHtml(strip.summary)}">${bars.join("")}${plan.join("")}</svg><p>${escapeHtml(strip.summary)}</p>`;
}

function blocksHtml({ content, blocks, blocksLeftOut }: Snapshot): string {
  if (content === "off") return "";
  const items = blocks.flatMap(({ name, kind, tokens, text }) =>
    text === null
      ? []
      : [
          `<details><summary>${escapeHtml(name)} (${kindLabel(kind)}, ${count(tokens)} tokens)</summary><pre>${escapeHtml(text)}</pre></details>`,
        ],
  );
  const more = blocksLeftOut === 0 ? "" : `<p>${count(blocksLeftOut)} more blocks are not listed.</p>`;
  return `<h2>What stood in the window</h2>${items.join("")}${more}`;
}
