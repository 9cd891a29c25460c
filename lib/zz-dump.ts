import { importCorpusEntry, figuresOf } from "@/lib/testing/import-corpus";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { drawSession } from "@/lib/testing/draw-session";
const r = await importCorpusEntry(process.argv[2]!);
if (!r) { console.log("null"); process.exit(); }
console.log(r.format, [...r.warnings]);
for (const [id, ev] of r.sessions) {
  const s = foldSession(ev);
  console.log(id, figuresOf(s), s.warnings.slice(0,5), s.meta.role, s.meta.parent);
  if (process.argv[3] === "turns") for (const t of s.turns.slice(0, Number(process.argv[4] ?? 10))) console.log(t.index, t.usage?.input, t.delta.value, t.delta.causedByTurn, t.toolCalls, "e", t.window.entries, "+", t.window.entered, "-", t.window.left, "tok", t.window.tokens.value, t.window.tokens.provenance, "res", t.window.residual, t.stopReason);
  if (process.argv[3] === "draw") console.log(drawSession(s));
  if (process.argv[3] === "events") for (const e of ev) console.log(JSON.stringify(e).slice(0, Number(process.argv[4] ?? 300)));
}
