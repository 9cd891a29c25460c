import { listProblems } from "./gate-github";
import type { GateCase } from "./gate-report";

/** The verdicts in the Static Analysis Results Interchange Format 2.1.0: a rule for each limit, a result for each that is broken. */
export function writeGateSarif(gate: string, cases: readonly GateCase[]): string {
  const results = cases.flatMap((one) =>
    listProblems(one).map(({ level, title, text }) => ({
      ruleId: title,
      level,
      message: { text: `${one.name}: ${text}.` },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: one.link ?? encodeURIComponent(one.name) } },
          logicalLocations: [{ name: one.name, kind: "member" }],
        },
      ],
      partialFingerprints: { sessionAndLimit: `${one.name} ${title}` },
    })),
  );
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].map((id) => ({ id }));
  const run = { tool: { driver: { name: gate, rules } }, results };
  const $schema = "https://json.schemastore.org/sarif-2.1.0.json";
  return `${JSON.stringify({ $schema, version: "2.1.0", runs: [run] }, null, 2)}\n`;
}
