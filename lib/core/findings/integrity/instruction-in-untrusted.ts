import { fullText } from "../../trace/recording";
import type { FindingRule } from "../rule";

/** Sentences that speak to the model where only content should stand. */
const INSTRUCTIONS = [
  /\b(ignore|disregard|forget) (all |any )?(of )?(the |your |my )?(previous|prior|above|earlier|preceding)\b[^.\n]{0,40}\b(instructions?|rules?|prompts?|messages?|context)\b/i,
  /\byou are now (an?|the|in)\b[^.\n]{0,60}\b(mode|assistant|agent|ai|dan)\b/i,
  /\bnew (system )?instructions?:/i,
  /\b(do not|don't|never) (tell|inform|mention (this|it) to|reveal (this|it) to) the user\b/i,
  /<\/?(system|assistant)(_prompt|-prompt)?>/i,
  /\b(reveal|print|output|repeat) (your|the) (system prompt|instructions)\b/i,
  /\bthe (ai|assistant|agent|model) (reading|processing) this (must|should|needs to)\b/i,
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
        sentence: `A ${block.kind.replaceAll("_", " ")} contains "${match[0].slice(0, QUOTE_CHARS)}", ${isolated ? "within marks that set it apart" : "and nothing sets it apart"}.`,
        proof: { view: "block", block: block.id },
      };
    }
  },
};
