import { readFileSync } from "node:fs";
import path from "node:path";

/** Where the cases are that every policy is held to. */
export const POLICY_CASES_FILE = path.resolve(import.meta.dirname, "fixtures/policy-cases.json");

/** The file of policy cases, parsed: `{cases: [{id, policy, input, expected}]}`. */
export function policyCaseFile(): unknown {
  return JSON.parse(readFileSync(POLICY_CASES_FILE, "utf8"));
}
