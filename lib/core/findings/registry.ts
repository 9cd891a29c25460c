import { COVERAGE_RULES } from "./coverage/coverage";
import { atRisk } from "./evidence/at-risk";
import { dangling } from "./evidence/dangling";
import { planLeftWindow } from "./evidence/plan-left-window";
import { planRevisedOnEvicted } from "./evidence/plan-revised-on-evicted";
import { residual } from "./evidence/residual";
import { stepUnvalidated } from "./evidence/step-unvalidated";
import { unknownNeed } from "./evidence/unknown-need";
import { validatorContradicted } from "./evidence/validator-contradicted";
import { cacheBroken } from "./evictions/cache-broken";
import { callLoop } from "./evictions/call-loop";
import { duplicateCall } from "./evictions/duplicate-call";
import { errorAgain } from "./evictions/error-again";
import { failedAgain } from "./evictions/failed-again";
import { masked } from "./evictions/masked";
import { protectedTool } from "./evictions/protected-tool";
import { refetch } from "./evictions/refetch";
import { silent } from "./evictions/silent";
import { uneconomic } from "./evictions/uneconomic";
import { unrestorable } from "./evictions/unrestorable";
import { citationUnresolved, retrievalUncited } from "./governance/citations";
import { instructionsNearestAbsent, instructionsOutOfScope } from "./governance/instruction-scope";
import { memoryExpired } from "./governance/memory-expired";
import { memoryCandidate, memoryRaised, memoryUnscoped, memoryUnsourced } from "./governance/memory-fields";
import { memoryWrongScope } from "./governance/memory-scope";
import { memoryUnsureUsed } from "./governance/memory-used";
import { sourceOverBudget } from "./governance/source-budget";
import { rulesBelow } from "./governance/source-order";
import { summaryUnreferenced } from "./governance/summary-unreferenced";
import { toolsUnseen } from "./governance/tools-unseen";
import { budgetExceeded } from "./growth/budget-exceeded";
import { budgetProjected } from "./growth/budget-projected";
import { checkpointIncomplete } from "./integrity/checkpoint-incomplete";
import { checkpointRepeated } from "./growth/checkpoint-repeated";
import { checkpointTooEarly } from "./growth/checkpoint-too-early";
import { spike } from "./growth/spike";
import { toolResultsDominate } from "./growth/tool-results-dominate";
import { turnsLeft } from "./growth/turns-left";
import { buriedSource } from "./integrity/buried-source";
import { changedNumber } from "./integrity/changed-number";
import { checkpointLost } from "./integrity/checkpoint-lost";
import { constraintLost } from "./integrity/constraint-lost";
import { deadReference } from "./integrity/dead-reference";
import { gateFailed } from "./integrity/gate-failed";
import { instructionFollowed } from "./integrity/instruction-followed";
import { instructionInUntrusted } from "./integrity/instruction-in-untrusted";
import { lostIdentifier } from "./integrity/lost-identifier";
import { messageLeft } from "./integrity/message-left";
import { ruledOutUsed } from "./integrity/ruled-out-used";
import { overwrittenUnseen } from "./integrity/overwritten-unseen";
import { splicedReference } from "./integrity/spliced-reference";
import { superseded } from "./integrity/superseded";
import { taskLost } from "./integrity/task-lost";
import { toolsExposed } from "./integrity/tools-exposed";
import { untrustedInInstructions } from "./integrity/untrusted-in-instructions";
import { emptySummary } from "./lint/empty-summary";
import { emptyWindow } from "./lint/empty-window";
import { keepViolated } from "./lint/keep-violated";
import { orphanCall } from "./lint/orphan-call";
import { orphanResult } from "./lint/orphan-result";
import { protectedViolated } from "./lint/protected-violated";
import { thresholdMoved } from "./lint/threshold-moved";
import type { FindingRule } from "./rule/rule";

export const FINDING_RULES: readonly FindingRule[] = [
  spike,
  budgetProjected,
  budgetExceeded,
  toolResultsDominate,
  turnsLeft,
  checkpointIncomplete,
  checkpointRepeated,
  checkpointTooEarly,
  dangling,
  residual,
  atRisk,
  planLeftWindow,
  planRevisedOnEvicted,
  unknownNeed,
  stepUnvalidated,
  validatorContradicted,
  unrestorable,
  protectedTool,
  uneconomic,
  cacheBroken,
  silent,
  masked,
  refetch,
  duplicateCall,
  callLoop,
  errorAgain,
  failedAgain,
  taskLost,
  checkpointLost,
  ruledOutUsed,
  constraintLost,
  messageLeft,
  lostIdentifier,
  changedNumber,
  splicedReference,
  deadReference,
  instructionInUntrusted,
  instructionFollowed,
  untrustedInInstructions,
  superseded,
  overwrittenUnseen,
  toolsExposed,
  buriedSource,
  gateFailed,
  orphanResult,
  orphanCall,
  emptyWindow,
  protectedViolated,
  keepViolated,
  thresholdMoved,
  emptySummary,
  memoryUnscoped,
  memoryUnsourced,
  memoryCandidate,
  memoryRaised,
  memoryWrongScope,
  memoryExpired,
  memoryUnsureUsed,
  instructionsOutOfScope,
  instructionsNearestAbsent,
  rulesBelow,
  sourceOverBudget,
  toolsUnseen,
  citationUnresolved,
  retrievalUncited,
  summaryUnreferenced,
  ...COVERAGE_RULES,
];
