import { buildAccount } from "../cost/account";
import { measureCost } from "../cost/cost-limits";
import { sumAccount } from "../cost/sum-account";
import type { Recording } from "../trace/fold/recording";
import { countFindings } from "./counts";
import { analyseRecording, findAll } from "./find";
import type { Contract, GateResult } from "./gate";
import { judge } from "./gate";
import { listSignals } from "./signals";

/** Holds a recording that no database knows against a contract. */
export function judgeRecording(recording: Recording, contract: Contract): GateResult {
  const parts = analyseRecording(recording);
  const found = findAll(parts);
  const listedFindings = found.findings.map(({ code, severity, from }) => ({ code, severity, turn: from }));
  const cost = measureCost(sumAccount(buildAccount(parts)));
  return judge(countFindings(found), listSignals(parts), contract, listedFindings, cost);
}
