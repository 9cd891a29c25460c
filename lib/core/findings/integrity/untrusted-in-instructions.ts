import type { Block, Redeclared } from "../../trace/session";
import type { TurnIndex } from "../../units";
import type { SourceKind } from "../../vocabulary";
import { findingKind } from "../kinds";
import { copiedIntoRules, INSTRUCTION_LAYER } from "../rule/copied-into-rules";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock, shortWords } from "../rule/subject";

/** Content from outside, whatever its sender calls it. A memory has a rule of its own. */
const FOREIGN: ReadonlySet<SourceKind> = new Set(["tool_result", "retrieval"]);

export const untrustedInInstructions: FindingRule = {
  ...findingKind("trust.untrusted_in_instruction_layer"),
  *find(input) {
    const { session, index } = input;
    for (const [no, block] of session.blocks.entries()) {
      yield;
      const life = index.life(no)[0];
      if (life === undefined) continue;
      const untrusted = INSTRUCTION_LAYER.has(block.kind) ? untrustedSince(block) : null;
      const turn = Math.max(life.from, untrusted ?? 0);
      if (untrusted !== null)
        yield caseOf(
          block,
          turn,
          `The ${nameOfBlock(input, no)} is untrusted and stands in the window from turn ${turn} on.`,
        );
      const raised = raisedTo(block);
      if (raised !== undefined)
        yield raisedCase(block, nameOfBlock(input, no), {
          ...raised,
          since: Math.max(life.from, raised.since),
        });
    }
    yield* copiedCases(input);
  },
};

function untrustedSince({ trust, redeclared }: Block): TurnIndex | null {
  return trust === "untrusted" ? 0 : (redeclared.find((one) => one.trust === "untrusted")?.since ?? null);
}

function raisedTo({ kind, trust, redeclared }: Block): Redeclared | undefined {
  if (trust !== "untrusted" || INSTRUCTION_LAYER.has(kind)) return undefined;
  return redeclared.find(
    (one) => INSTRUCTION_LAYER.has(one.kind) || (FOREIGN.has(kind) && one.trust === "trusted"),
  );
}

function raisedCase(block: Block, name: string, { kind, since }: Redeclared): Case {
  const as = kind === block.kind ? "trusted" : kind.replaceAll("_", " ");
  return caseOf(
    block,
    since,
    `The ${name} was untrusted, and its sender calls it ${as} from turn ${since} on.`,
  );
}

function* copiedCases(input: FindingInput): Generator<Case | undefined, void> {
  const { index } = input;
  const { blocks } = input.session;
  for (const { from, into, turn, sentence } of yield* copiedIntoRules.inSteps(input)) {
    const [block, rules] = [blocks[from], blocks[into]];
    if (block?.kind !== "retrieval" || rules === undefined) continue;
    yield {
      ...caseOf(
        block,
        turn,
        `"${shortWords(sentence)}" came in as retrieved text and stands in the ${nameOfBlock(input, into)} from turn ${turn} on.`,
      ),
      blocks: [block.id, rules.id],
      claims: [
        { is: "present", value: sentence.slice(0, 400), turn, block: rules.id },
        {
          is: "present",
          value: sentence.slice(0, 400),
          turn: index.life(from)[0]?.from ?? turn,
          block: block.id,
        },
      ],
    };
  }
}

function caseOf({ id }: Block, turn: TurnIndex, sentence: string): Case {
  return {
    from: turn,
    to: turn,
    blocks: [id],
    numbers: {},
    sentence,
    proof: { view: "block", block: id },
    claims: [{ is: "stands", block: id, turn }],
  };
}
