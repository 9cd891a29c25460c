import { z } from "zod";
import type { FindingFacts, ProofPlace } from "@/lib/core/findings/rule/finding-facts";
import { FINDING_FACTS, proofPlaceSchema } from "@/lib/core/findings/rule/finding-facts";
import type { Finding } from "@/lib/core/findings/rule/finding";
import type { Finding as ReadFinding } from "../generated/client";
import { SEVERITY, STANDING } from "./codes";
import type { Codec } from "./stored-facts";
import { makeBag, makeStoredFacts } from "./stored-facts";
import type { RowOf } from "./table";
import { FINDING } from "./tables";

/** A finding as it is stored: with its proof flat, and its place among those of its session. */
export interface StoredFinding
  extends FindingFacts, Pick<Finding, "id" | "code" | "standing" | "severity" | "from" | "to"> {
  readonly no: number;
  readonly proof: ProofPlace;
}

export type FindingRow = RowOf<typeof FINDING>;

const facts = makeStoredFacts(FINDING_FACTS, FINDING.columns);
const proofColumn = proofPlaceSchema.partial({ turn: true, block: true, compaction: true, value: true });

const bodyColumn = z.object({ proof: proofColumn });

export function makeStoredFinding({ proof, ...finding }: Finding, no: number): StoredFinding {
  return { ...finding, no, proof: flattenProof(proof) };
}

/** A proof with `null` for what its view does not need. */
export function flattenProof(proof: z.input<typeof proofColumn>): ProofPlace {
  const { view, turn = null, block = null, compaction = null, value = null } = proofColumn.parse(proof);
  return { view, turn, block, compaction, value };
}

export const findingCodec: Codec<StoredFinding, FindingRow, Omit<ReadFinding, "sessionId">> = {
  toRow: (finding) =>
    facts.addColumns(
      {
        no: finding.no,
        id: finding.id,
        code: finding.code,
        standing: STANDING.of(finding.standing),
        severity: finding.severity === null ? null : SEVERITY.of(finding.severity),
        fromTurn: finding.from,
        toTurn: finding.to,
        body: { ...facts.toBag(finding), proof: makeBag(finding.proof) },
      },
      finding,
    ),
  fromRow: (row) => ({
    ...facts.fromRow(row, row.body),
    no: row.no,
    id: row.id,
    code: row.code,
    ...readStanding(row),
    from: row.fromTurn,
    to: row.toTurn,
    proof: flattenProof(bodyColumn.parse(row.body).proof),
  }),
};

/** How a finding stands, of its row. */
export function readStanding({
  standing,
  severity,
}: Pick<ReadFinding, "standing" | "severity">): Pick<Finding, "standing" | "severity"> {
  return {
    standing: STANDING.word(standing),
    severity: severity === null ? null : SEVERITY.word(severity),
  };
}
