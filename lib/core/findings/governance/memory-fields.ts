import type { Claim } from "../../proof/claim";
import type { TrustLevel } from "../../vocabulary";
import type { TurnIndex } from "../../units";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock, shortenWords } from "../rule/subject";
import { copiedIntoRules } from "../rule/copied-into-rules";
import type { Memory } from "./memories";
import { memoriesOf, makeMemoryCase, nameOfMemory } from "./memories";

export const memoryUnscoped: FindingRule = {
  ...getFindingKind("memory.unscoped"),
  *find(input) {
    for (const memory of selectLacking(memoriesOf(input), ({ record }) => record.scopes.length > 0))
      yield makeMemoryCase(
        memory,
        `${nameOfMemory(memory)} stands in the window from turn ${memory.turn} on without the scope that others have.`,
      );
  },
};

export const memoryUnsourced: FindingRule = {
  ...getFindingKind("memory.unsourced"),
  *find(input) {
    for (const memory of selectLacking(memoriesOf(input), ({ record }) => record.source !== null))
      yield makeMemoryCase(
        memory,
        `${nameOfMemory(memory)} stands in the window from turn ${memory.turn} on without the source that others name.`,
      );
  },
};

function selectLacking(memories: readonly Memory[], has: (memory: Memory) => boolean): Memory[] {
  const without = memories.filter((memory) => !has(memory));
  return without.length === memories.length ? [] : without;
}

export const memoryCandidate: FindingRule = {
  ...getFindingKind("memory.candidate"),
  *find(input) {
    for (const memory of memoriesOf(input)) {
      if (memory.record.standing !== "candidate") continue;
      yield makeMemoryCase(
        memory,
        `${nameOfMemory(memory)} is a candidate that nobody has approved, and stands in the window from turn ${memory.turn} on.`,
      );
    }
  },
};

export const memoryRaised: FindingRule = {
  ...getFindingKind("memory.raised"),
  *find(input) {
    const decided = indexDecidedTrust(input);
    const copiesByTurn = new Map((yield* copiedIntoRules.inSteps(input)).map((copy) => [copy.from, copy]));
    const seenMemories = new Set<number>();
    for (const memory of memoriesOf(input)) {
      const verified = memory.record.standing === "verified";
      const isRaised = ({ trust }: Counted) => trust === "trusted" || (trust === "fact" && !verified);
      const [raised] = [...listStated(memory), ...(decided.get(memory.block.id) ?? [])]
        .filter(isRaised)
        .toSorted((a, b) => a.turn - b.turn);
      if (raised !== undefined)
        yield makeMemoryCase(
          memory,
          `${nameOfMemory(memory)} counts as ${raised.trust === "fact" ? "a fact" : "trusted"} from turn ${raised.turn} on, ${verified ? "as rules and users do" : "and nothing says that it was verified"}.`,
          {
            turn: raised.turn,
            claims: raised.isDecided
              ? [
                  {
                    is: "declared",
                    event: "context.decided",
                    turn: raised.turn,
                    says: [memory.block.id, raised.trust],
                  },
                ]
              : [
                  {
                    is: "count",
                    n: 1,
                    of: { in: "window", turn: raised.turn, block: memory.block.id, trust: raised.trust },
                  },
                ],
          },
        );
      const copy = copiesByTurn.get(memory.number);
      if (copy === undefined || raised !== undefined || seenMemories.has(memory.number)) continue;
      seenMemories.add(memory.number);
      const into = [input.session.blocks[copy.into]?.id ?? []].flat();
      yield makeMemoryCase(
        memory,
        `"${shortenWords(copy.sentence)}" came in as a memory at turn ${memory.turn} and stands in the ${nameOfBlock(input, copy.into)} from turn ${copy.turn} on.`,
        {
          turn: copy.turn,
          suspected: true,
          blocks: into,
          claims: into.map((block): Claim => ({ is: "stands", block, turn: copy.turn })),
        },
      );
    }
  },
};

interface Counted {
  readonly trust: TrustLevel;
  readonly turn: TurnIndex;
  /** A record of the harness says so, and not the block. */
  readonly isDecided: boolean;
}

function listStated({ block, turn }: Memory): Counted[] {
  const later = block.redeclared.map(({ trust, since }) => ({
    trust,
    turn: Math.max(turn, since),
    isDecided: false,
  }));
  return [{ trust: block.trust, turn, isDecided: false }, ...later];
}

function indexDecidedTrust({ session }: FindingInput): Map<string, Counted[]> {
  const decided = new Map<string, Counted[]>();
  for (const { turn, event } of session.records) {
    if (event.type !== "context.decided") continue;
    for (const { sourceId, sourceKind, trustLevel } of event.included)
      if (sourceKind === "memory" && trustLevel !== undefined)
        decided.set(sourceId, [
          ...(decided.get(sourceId) ?? []),
          { trust: trustLevel, turn, isDecided: true },
        ]);
  }
  return decided;
}
