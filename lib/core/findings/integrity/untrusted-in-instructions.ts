import type { Block, Redeclared } from "../../trace/session";
import type { TurnIndex } from "../../units";
import type { SourceKind } from "../../vocabulary";
import { getFindingKind } from "../kinds";
import { copiedIntoRules, INSTRUCTION_LAYER } from "../rule/copied-into-rules";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock, shortenWords } from "../rule/subject";

/** Content from outside, whatever its sender calls it. A memory has a rule of its own. */
const FOREIGN: ReadonlySet<SourceKind> = new Set(["tool_result", "retrieval"]);

export const untrustedInInstructions: FindingRule = {
  ...getFindingKind("trust.untrusted_in_instruction_layer"),
  *find(input) {
    const { session, index } = input;
    for (const [no, block] of session.blocks.entries()) {
      yield;
      const life = index.listResidencies(no)[0];
      if (life === undefined) continue;
      const untrusted = INSTRUCTION_LAYER.has(block.kind) ? findUntrustedSince(block) : null;
      const turn = Math.max(life.from, untrusted ?? 0);
      if (untrusted !== null)
        yield buildCase(
          block,
          turn,
          `The ${nameOfBlock(input, no)} is untrusted and stands in the window from turn ${turn} on.`,
        );
      const raised = findRaised(block);
      if (raised !== undefined)
        yield buildRaisedCase(block, nameOfBlock(input, no), {
          ...raised,
          since: Math.max(life.from, raised.since),
        });
    }
    yield* findCopiedCases(input);
  },
};

function findUntrustedSince({ trust, redeclared }: Block): TurnIndex | null {
  return trust === "untrusted"
    ? 0
    : (redeclared.find((redeclaration) => redeclaration.trust === "untrusted")?.since ?? null);
}

function findRaised({ kind, trust, redeclared }: Block): Redeclared | undefined {
  if (trust !== "untrusted" || INSTRUCTION_LAYER.has(kind)) return undefined;
  return redeclared.find(
    (redeclaration) =>
      INSTRUCTION_LAYER.has(redeclaration.kind) || (FOREIGN.has(kind) && redeclaration.trust === "trusted"),
  );
}

function buildRaisedCase(block: Block, name: string, { kind, since }: Redeclared): Case {
  const as = kind === block.kind ? "trusted" : kind.replaceAll("_", " ");
  return buildCase(
    block,
    since,
    `The ${name} was untrusted, and its sender calls it ${as} from turn ${since} on.`,
  );
}

function* findCopiedCases(input: FindingInput): Generator<Case | undefined, void> {
  const { index } = input;
  const { blocks } = input.session;
  for (const { from, into, turn, sentence } of yield* copiedIntoRules.inSteps(input)) {
    const [block, rules] = [blocks[from], blocks[into]];
    if (block?.kind !== "retrieval" || rules === undefined) continue;
    yield {
      ...buildCase(
        block,
        turn,
        `"${shortenWords(sentence)}" came in as retrieved text and stands in the ${nameOfBlock(input, into)} from turn ${turn} on.`,
      ),
      blocks: [block.id, rules.id],
      claims: [
        { is: "present", value: sentence.slice(0, 400), turn, block: rules.id },
        {
          is: "present",
          value: sentence.slice(0, 400),
          turn: index.listResidencies(from)[0]?.from ?? turn,
          block: block.id,
        },
      ],
    };
  }
}

function buildCase({ id }: Block, turn: TurnIndex, sentence: string): Case {
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
