import { z } from "zod";
import { causeSchema } from "@/lib/core/trace/cause";
import { COMPACTION_FACTS } from "@/lib/core/trace/cause-facts";
import type { Compaction } from "@/lib/core/trace/session";
import { figureSchema } from "@/lib/core/trace/turn-figures";
import type { Compaction as ReadCompaction } from "../generated/client";
import { fillCause } from "./residency-rows";
import type { Codec } from "./stored-facts";
import { makeBagSchema, makeStoredFacts } from "./stored-facts";
import type { RowOf } from "./table";
import { COMPACTION } from "./tables";

/** A compaction with its number in its session. */
export interface StoredCompaction extends Compaction {
  readonly no: number;
}

const facts = makeStoredFacts(COMPACTION_FACTS, COMPACTION.columns);
const unknownFigure = { value: null, provenance: "unavailable" } as const;

const bodyColumn = z.object({
  tokensBefore: figureSchema.catch(unknownFigure),
  tokensAfter: figureSchema.catch(unknownFigure),
  removed: z.int(),
  summaryBlock: z.int().nullable().catch(null),
  cause: makeBagSchema(causeSchema.shape),
});

export const compactionCodec: Codec<
  StoredCompaction,
  RowOf<typeof COMPACTION>,
  Omit<ReadCompaction, "sessionId">
> = {
  toRow: (compaction) =>
    facts.addColumns(
      {
        no: compaction.no,
        turn: compaction.turn,
        body: {
          ...facts.toBag(compaction),
          tokensBefore: compaction.tokensBefore,
          tokensAfter: compaction.tokensAfter,
          removed: compaction.removed,
          summaryBlock: compaction.summaryBlock,
          cause: compaction.cause,
        },
      },
      compaction,
    ),
  fromRow(row) {
    const { cause, ...stored } = bodyColumn.parse(row.body);
    return {
      ...facts.fromRow(row, row.body),
      ...stored,
      no: row.no,
      turn: row.turn,
      cause: fillCause(cause),
    };
  },
};
