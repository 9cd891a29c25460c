import { NO_CUSTOM_RULES } from "@/lib/redaction/custom";
import { findHits } from "@/lib/redaction/find-hits";
import { readFullText } from "@/lib/core/trace/fold/recording";
import { corpusRecording } from "@/lib/testing/corpus/import-corpus";
import { corpusEntries } from "@/lib/testing/corpus/import-corpus";
import { hasCorpus } from "@/lib/testing/corpus/corpus";
import { sampleSecrets } from "@/lib/testing/sample-secrets";
import { hold, note } from "./report";

/**
 * Recall on injected values, and the masked values in recorded sessions, by detector. These are public traces,
 * so nearly all of these masks are unnecessary. A reader of the preview can undo them.
 */
const ROUNDS = 20;
const ENTRIES = 60;

let [all, found] = [0, 0];
for (let round = 0; round < ROUNDS; round++)
  for (const { value, inText = value } of sampleSecrets(round)) {
    const hits = await findHits([{ place: "block 0", text: `before ${inText} after` }], NO_CUSTOM_RULES);
    all++;
    const plain = JSON.parse(`"${value.replace(/\\(?!u)/g, "\\\\")}"`) as string;
    if (hits.some((hit) => hit.value.includes(value) || hit.value.includes(plain))) found++;
  }
hold({ what: "recall on injected values", value: found / all, atLeast: 0.99 });

if (!hasCorpus) console.log("SKIPPED: the trace corpus is not there");
const byLabel = new Map<string, number>();
let chars = 0;
for (const { entry } of hasCorpus ? corpusEntries().slice(0, ENTRIES) : []) {
  const recording = await corpusRecording(entry).catch(() => null);
  if (recording === null) continue;
  const texts = recording.session.blocks.map((block, i) => ({
    place: `block ${i}`,
    text: readFullText(recording, block) ?? "",
  }));
  chars += texts.reduce((sum, { text }) => sum + text.length, 0);
  for (const { label } of await findHits(texts, NO_CUSTOM_RULES))
    byLabel.set(label, (byLabel.get(label) ?? 0) + 1);
}
note("characters of recorded sessions that were looked through", String(chars));
for (const [label, count] of byLabel) note(`distinct values masked in them: ${label}`, String(count));
