import { writeFileSync } from "node:fs";
import type { GateCase } from "@/lib/client/gate-report";
import { gateJson, gateJunit } from "@/lib/client/gate-report";

/** COMMAND_JUNIT and COMMAND_JSON name the files. */
export function writeGateReports(gate: string, cases: readonly GateCase[], env = process.env): void {
  const { COMMAND_JUNIT: junit, COMMAND_JSON: json } = env;
  if (junit) writeFileSync(junit, gateJunit(gate, cases));
  if (json) writeFileSync(json, gateJson(gate, cases));
}
