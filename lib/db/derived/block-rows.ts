import type { BlockFacts } from "@/lib/core/trace/block-facts";
import { BLOCK_FACTS } from "@/lib/core/trace/block-facts";
import { makeFactAdder } from "@/lib/core/trace/fact";
import type { Block, BlockVersion } from "@/lib/core/trace/session";
import type { Block as ReadBlock } from "../generated/client";
import { stripUuid, makeUuid } from "../session-id";
import { getCallId, makeStoredCallId } from "./call-ids";
import { KIND, PROVENANCE, TRUST } from "./codes";
import type { Codec } from "./stored-facts";
import { makeStoredFacts } from "./stored-facts";
import type { BlockRow } from "./tables";
import { BLOCK } from "./tables";

/** A text as a row has it: itself when it is short, else its hash. */
export type RowText = Pick<BlockVersion, "hash" | "text">;

/** A block as it is stored: with the text that it has in full, and without its other texts. */
export interface StoredBlock
  extends BlockFacts, Pick<Block, "id" | "kind" | "trust" | "createdTurn">, Omit<BlockVersion, "hash"> {
  readonly no: number;
  /** The hash of a text that is not in the row. */
  readonly hash: string | null;
}

const addFacts = makeFactAdder(BLOCK_FACTS);
const facts = makeStoredFacts(BLOCK_FACTS, BLOCK.columns);

export function makeStoredBlock(block: Block, no: number): StoredBlock {
  const full = block.versions[block.full];
  const { text, hash } = makeStoredText(full);
  return addFacts(
    {
      no,
      id: block.id,
      kind: block.kind,
      trust: block.trust,
      createdTurn: block.createdTurn,
      text,
      hash,
      chars: full?.chars ?? null,
      tokens: full?.tokens ?? null,
      provenance: full?.provenance ?? "unavailable",
    },
    block,
  );
}

/** The text of a version, or where it is not short, its hash. */
export function makeStoredText(version: BlockVersion | undefined): RowText {
  const text = version?.text ?? null;
  return { text, hash: text === null ? (version?.hash ?? null) : null };
}

export const blockCodec: Codec<StoredBlock, BlockRow, ReadBlock> = {
  toRow(block) {
    const row = facts.addColumns(
      {
        no: block.no,
        id: block.id,
        kind: KIND.of(block.kind),
        trust: TRUST.of(block.trust),
        createdTurn: block.createdTurn,
        hash: block.hash === null ? null : makeUuid(block.hash),
        text: block.text,
        chars: block.chars,
        tokens: block.tokens,
        provenance: PROVENANCE.of(block.provenance),
        extra: facts.toBag(block),
      },
      block,
    );
    return Object.assign(row, { toolCallId: makeStoredCallId(block) });
  },
  fromRow: (row) => ({
    no: row.no,
    id: row.id,
    kind: KIND.word(row.kind),
    trust: TRUST.word(row.trust),
    createdTurn: row.createdTurn,
    hash: row.hash === null ? null : stripUuid(row.hash),
    text: row.text,
    chars: row.chars,
    tokens: row.tokens,
    provenance: PROVENANCE.word(row.provenance),
    ...facts.fromRow(row, row.extra),
    toolCallId: getCallId(row),
  }),
};
