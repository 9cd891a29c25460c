import fs from "node:fs";
import { it } from "vitest";
import { corpusFigures } from "@/lib/testing/corpus";
import { corpusRecordings } from "@/lib/testing/corpus-recordings";
import { analysed, findAll } from "@/lib/core/findings/find";
import { blocksFetchedAgain } from "@/lib/core/evidence/fetched-again";
it("x", async () => {
  const out: string[] = [];
  const entries = [...new Set(corpusFigures().map(({ file }) => file))];
  for (const entry of entries) {
    try {
      const t0 = Date.now();
      for (const recording of await corpusRecordings(entry)) {
        const { findings, unlisted } = findAll(analysed(recording));
        const again = blocksFetchedAgain(recording.session.evictions).size;
        const told = findings
          .filter((f) => f.code === "refetch.after_eviction")
          .reduce((s, f) => s + (f.numbers.times ?? 0), 0);
        out.push(
          `## ${entry} ${recording.session.meta.externalId} turns ${recording.session.turns.length} refetched ${again} told ${told}`,
        );
        for (const f of findings)
          if (f.severity === "serious" || f.code === "reference.spliced")
            out.push(`${f.code} ${f.from}-${f.to} [${f.blocks.slice(0, 4).join(", ")}] ${f.sentence}`);
        const counts: Record<string, number> = {};
        for (const f of findings) counts[f.code] = (counts[f.code] ?? 0) + 1;
        out.push(
          "  all: " +
            JSON.stringify(counts) +
            (Object.keys(unlisted).length ? " unlisted " + JSON.stringify(unlisted) : ""),
        );
      }
      out.push(`  took ${Date.now() - t0}`);
    } catch (error) {
      out.push(`!! ${entry} ${String(error)}`);
    }
    fs.writeFileSync("/tmp/evi/serious.txt", out.join("\n"));
  }
}, 900_000);
