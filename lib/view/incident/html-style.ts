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
