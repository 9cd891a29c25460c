import { readFileSync } from "node:fs";
import path from "node:path";

export const POLICY_CASES_FILE = path.resolve(import.meta.dirname, "fixtures/policy-cases.json");

export function policyCaseFile(): unknown {
  return JSON.parse(readFileSync(POLICY_CASES_FILE, "utf8"));
}
