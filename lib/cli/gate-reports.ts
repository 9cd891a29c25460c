import { writeGateFiles } from "@/lib/client/gate-files";
import type { GateCase } from "@/lib/client/gate-report";
import { say } from "./say";

/** COMMAND_JUNIT, COMMAND_JSON and COMMAND_SARIF name the files. @throws Error for a file that cannot be written */
export async function writeGateReports(
  gate: string,
  cases: readonly GateCase[],
  env = process.env,
): Promise<void> {
  const { COMMAND_JUNIT: junit, COMMAND_JSON: json, COMMAND_SARIF: sarif } = env;
  await writeGateFiles(gate, cases, { junit, json, sarif }, { env, say });
}
