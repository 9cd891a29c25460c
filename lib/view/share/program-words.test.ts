import { expect, it } from "vitest";
import { isProgramWord } from "./program-words";

const COST = "/api/v1/sessions/{id}/cost";

it("keeps what a remedy of the cost says, without its lines of configuration, which name servers", () => {
  for (const field of ["title", "risk", "note"])
    expect(isProgramWord(COST, `remedies.*.${field}`, "Clear old tool results")).toBe(true);
  expect(isProgramWord(COST, "remedies.*.lines.*", "mcp_servers.internal")).toBe(false);
  expect(isProgramWord(COST, "byFile.*.name", "src/secret.ts")).toBe(false);
});
