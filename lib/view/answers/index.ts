import type { AnswerAt, ReadonlyDeep, ReadPath } from "@/lib/api/request/request";

/** A share that was made by an earlier version lacks fields that came later, whatever the type says. */
type Answer<Path extends ReadPath> = ReadonlyDeep<AnswerAt<Path>>;

/* What the models of views are made of: the declared answers of the API. */

export type SeriesPoint = Answer<"/api/v1/sessions/{id}/turns">["turns"][number];

export type WindowInput = Answer<"/api/v1/sessions/{id}/turns/{turn}/window">;
export type StandingInput = WindowInput["entries"][number];
export type DepartureInput = WindowInput["left"][number];

export type BlockInput = Answer<"/api/v1/sessions/{id}/blocks/{blockId}">;
export type BlockUseInput = NonNullable<BlockInput["uses"]>[number];

export type LaneColumns = Answer<"/api/v1/sessions/{id}/lanes">;
export type CompactionsInput = Answer<"/api/v1/sessions/{id}/compactions">;
export type CompactionInput = CompactionsInput["compactions"][number];
export type CompactionDetail = Answer<"/api/v1/sessions/{id}/compactions/{compaction}">;
export type GiveBackResult = Answer<"/api/v1/sessions/{id}/compactions/{compaction}/give-back">;

export type LedgerInput = Answer<"/api/v1/sessions/{id}/ledger">;
export type LedgerLineInput = LedgerInput["rows"][number];
export type LedgerRowInput = NonNullable<LedgerLineInput["after"]>;

export type PlanInput = Answer<"/api/v1/sessions/{id}/plan">;
export type PlanFact = PlanInput["plans"][number];
export type StepFact = PlanFact["steps"][number];
export type EdgeFact = PlanInput["edges"][number];
export type BlockFact = PlanInput["blocks"][number];
export type BlockOf = (id: string | null) => BlockFact | undefined;

export type CheckpointsInput = Answer<"/api/v1/sessions/{id}/checkpoints">;
export type CheckpointFact = NonNullable<CheckpointsInput["checkpoints"]>[number];

export type CostInput = Answer<"/api/v1/sessions/{id}/cost">;

export type FindingsInput = Answer<"/api/v1/sessions/{id}/findings">;
export type ListedFindingInput = FindingsInput["findings"][number];
export type GivenVerdictInput = NonNullable<ListedFindingInput["verdict"]>;
export type SignalInput = FindingsInput["coverage"][number];

export type JudgedInput = Answer<"/api/v1/sessions/{id}/judge">;

export type WhyInput = Answer<"/api/v1/sessions/{id}/why">;

export type ReplayInput = Answer<"/api/v1/sessions/{id}/replays/{replayId}">;
export type ReplayResultInput = ReplayInput["results"][number];

export type AuditInput = Answer<"/api/v1/audit">;
export type GroupFigures = AuditInput["total"];
export type ToolFigures = AuditInput["tools"][number];
export type ConstraintFigures = AuditInput["constraints"][number];
export type CompactionFigures = NonNullable<AuditInput["compactions"]>[number];
export type AuditedBills = NonNullable<AuditInput["bills"]>;
export type CheckpointsFigures = AuditInput["checkpoints"];
export type RuleFigures = NonNullable<AuditInput["rules"]>[number];

export type ConversationInput = Answer<"/api/v1/sessions/{id}/conversation">;
export type SpokenLineInput = ConversationInput["lines"][number];
