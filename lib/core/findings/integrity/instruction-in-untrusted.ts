import { fullText } from "../../trace/recording";
import type { FindingRule } from "../rule";

/** Sentences that speak to the model where only content should stand, however their lines are broken. */
const INSTRUCTIONS = [
  /\b(ignore|disregard|forget)\s{1,9}(all\s{1,9}|any\s{1,9})?(of\s{1,9})?(the\s{1,9}|your\s{1,9}|my\s{1,9})?(previous|prior|above|earlier|preceding)\b[^.\n]{0,40}\n?[^.\n]{0,20}\b(instructions?|rules?|prompts?|messages?|context)\b/i,
  /\byou\s{1,9}are\s{1,9}now\s{1,9}(an?|the|in)\b[^.\n]{0,60}\b(mode|assistant|agent|ai|dan)\b/i,
  /\bnew\s{1,9}(system\s{1,9})?instructions?:/i,
  /\b(do\s{1,9}not|don't|never)\s{1,9}(tell|inform|mention\s{1,9}(this|it)\s{1,9}to|reveal\s{1,9}(this|it)\s{1,9}to)\s{1,9}the\s{1,9}user\b/i,
  /<\/?(system|assistant)(_prompt|-prompt)?>/i,
  /\b(reveal|print|output|repeat)\s{1,9}(your|the)\s{1,9}(system\s{1,9}prompt|instructions)\b/i,
  /\bthe\s{1,9}(ai|assistant|agent|model)\s{1,9}(reading|processing)\s{1,9}this\s{1,9}(must|should|needs\s{1,9}to)\b/i,
];

/** Marks that set foreign text apart from what the model is to follow. */
const ISOLATED =
  /<(untrusted|external|tool_output|document|data|search_result)[\w-]*[\s>]|\[(untrusted|external content)/i;
const READ_CHARS_MAX = 1_000_000;
const QUOTE_CHARS = 120;

/** Text from outside that reads like an instruction, and whether anything sets it apart. */
export const instructionInUntrusted: FindingRule = {
  code: "trust.instruction_in_untrusted",
  family: "integrity",
  title: "Text from outside speaks to the model",
  severity: "serious",
  advice: "Set foreign text apart and label it as data; never let it reach the instruction layer.",
  source: "trust isolation: logs, pages and tool output are facts at most, never rules",
  *find({ session, recording, index }) {
    for (const [no, block] of session.blocks.entries()) {
      if (block.trust !== "untrusted") continue;
      const text = fullText(recording, block)?.slice(0, READ_CHARS_MAX) ?? "";
      const match = INSTRUCTIONS.map((pattern) => pattern.exec(text)).find((found) => found !== null);
      const entered = index.life(no)[0]?.from ?? block.createdTurn;
      if (match == null || entered === null) continue;
      const isolated = ISOLATED.test(text.slice(0, match.index));
      yield {
        severity: isolated ? "warning" : "serious",
        from: entered,
        to: entered,
        blocks: [block.id],
        numbers: { isolated: isolated ? 1 : 0, position: match.index },
        sentence: `A ${block.kind.replaceAll("_", " ")} contains "${match[0].replace(/\s+/g, " ").slice(0, QUOTE_CHARS)}", ${isolated ? "within marks that set it apart" : "and nothing sets it apart"}.`,
        proof: { view: "block", block: block.id },
      };
    }
  },
};
