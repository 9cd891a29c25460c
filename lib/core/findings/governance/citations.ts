import { fullText } from "../../trace/fold/recording";
import type { FindingRule } from "../rule/rule";
import { nameOfBlock, shortWords } from "../rule/subject";

const TEXT_CHARS_READ = 200_000;
const CASES_MAX = 50;
/** Marks that name a piece of an evidence pack: `[3]`, `[doc-3]`, `[^3]`, `【3】`. */
const MARK =
  /[[【]\^?((?:doc|src|source|ref|chunk|e|evidence|cite)?[ _:#-]?\d{1,4})(?:[†:][^\]】\n]{0,40})?[\]】](?!\()/gi;
/** Code has numbers in brackets that cite nothing. */
const CODE = /```[^`]{0,20000}```|`[^`\n]{0,400}`/g;
/** What says where a piece comes from: a file with a place in it, an address, a heading, or a name for its source. */
const SOURCED =
  /https?:\/\/\S|[\w.-]\/[\w./-]{0,200}\.\w{1,8}\b|\b[\w-]{1,80}\.(?:md|ts|tsx|js|py|go|rs|java|json|txt|pdf|html|ya?ml|sql|css|c|h|cpp)\b|["']?\b(?:source|file|path|url|uri|doc|document|citation|ref|chunk_?id|doc_?id|title|page|section)["']?\s{0,3}[:=#]|<(?:source|document|doc)\b/i;

/** An answer cites a piece of evidence that no pack in its window has. */
export const citationUnresolved: FindingRule = {
  code: "citation.unresolved",
  family: "governance",
  title: "An answer cites evidence that is not there",
  severity: "warning",
  advice: "Check every citation of an answer against the evidence pack that its call had.",
  source: "evidence packs: retrieved evidence carries citations, and a citation leads to a piece",
  *find(input) {
    const { session, recording, index } = input;
    const packs = session.blocks.flatMap((block, number) => {
      if (block.kind !== "retrieval") return [];
      const marks = marksIn(`${block.label ?? ""}\n${fullText(recording, block) ?? ""}`);
      return index.life(number).length === 0 ? [] : [{ number, marks }];
    });
    const numbered = packs.filter(({ marks }) => marks.size > 0);
    if (numbered.length === 0) return;
    let told = 0;
    for (const turn of session.turns) {
      if (!turn.window.known) continue;
      const said = turn.output.filter((number) => session.blocks[number]?.kind === "assistant_text");
      const cited = said.flatMap((number) => {
        const block = session.blocks[number];
        return block === undefined
          ? []
          : [...marksIn(fullText(recording, block) ?? "")].map((mark) => ({ number, mark }));
      });
      if (cited.length === 0) continue;
      const there = numbered.filter(({ number }) => index.standing.at(number, turn.index) !== undefined);
      const known = new Set(there.flatMap(({ marks }) => [...marks]));
      for (const { number, mark } of cited.filter((one) => !known.has(one.mark))) {
        if (++told > CASES_MAX) return;
        const former = numbered.find(({ marks }) => marks.has(mark));
        yield {
          from: turn.index,
          to: turn.index,
          blocks: [session.blocks[number]?.id ?? [], session.blocks[former?.number ?? -1]?.id ?? []].flat(),
          numbers: {},
          sentence: `The answer of turn ${turn.index} cites [${mark}], and ${former === undefined ? "no evidence pack has a piece of that name" : `${nameOfBlock(input, former.number)}, which has it, does not stand in the window`}.`,
          proof: { view: "turn", turn: turn.index },
        };
      }
    }
  },
};

/** A retrieved text that names no source, beside others that do. */
export const retrievalUncited: FindingRule = {
  code: "retrieval.uncited",
  family: "governance",
  title: "Retrieved text does not say where it comes from",
  severity: "warning",
  advice: "Give every retrieved piece its path, page or document with the place in it.",
  source: "evidence packs: retrieval gives candidates, an evidence pack gives citations and boundaries",
  *find(input) {
    const { session, recording, index } = input;
    const texts = session.blocks.flatMap((block, number) => {
      const from = block.kind === "retrieval" ? index.life(number)[0]?.from : undefined;
      const text = fullText(recording, block);
      return from === undefined || text === null || text.trim() === "" ? [] : [{ block, text, from }];
    });
    const cites = ({ block, text }: (typeof texts)[number]) =>
      block.origin !== null || block.label !== null || SOURCED.test(text.slice(0, TEXT_CHARS_READ));
    if (!texts.some(cites)) return;
    for (const one of texts.filter((text) => !cites(text)).slice(0, CASES_MAX)) {
      yield {
        from: one.from,
        to: one.from,
        blocks: [one.block.id],
        numbers: {},
        sentence: `The retrieved text "${shortWords(one.text, 60)}" stands in the window from turn ${one.from} on and names no source, as others do.`,
        proof: { view: "block", block: one.block.id },
      };
    }
  },
};

function marksIn(text: string): Set<string> {
  const prose = text.slice(0, TEXT_CHARS_READ).replace(CODE, " ");
  return new Set(
    [...prose.matchAll(MARK)].map(([, mark = ""]) => mark.toLowerCase().replace(/[ _:#-]/g, "")),
  );
}
