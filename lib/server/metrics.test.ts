import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { meters, metricsText, OtherProcesses } from "@/lib/metrics";

const page = readFileSync("docs/metrics.md", "utf8");
const documented = [...page.matchAll(/^\| `(sightglass_\w+)`/gm)].map(([, name]) => name ?? "");
const SUFFIX = /_(?:bucket|count|sum)$/;

function namedIn(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/\bsightglass_\w+/g)].map(([name]) =>
    name.replace(SUFFIX, ""),
  );
}

describe("the metrics that are counted", () => {
  it("are those of the page on metrics", () => {
    const counted = meters()
      .registry.getMetricsAsArray()
      .map(({ name }) => name);
    expect(documented).toEqual(expect.arrayContaining(counted));
  });

  it.each(["docs/metrics/grafana.json", "docs/metrics/alerts.yml"])(
    "are the only ones that %s asks for",
    (file) => {
      expect(namedIn(file).filter((name) => !documented.includes(name))).toEqual([]);
    },
  );

  it("are all on the dashboard", () => {
    const shown = new Set(namedIn("docs/metrics/grafana.json"));
    expect(documented.filter((name) => !shown.has(name))).toEqual([]);
  });

  it("never fall when a process ends and another takes its place", async () => {
    const others = new OtherProcesses();
    const { jobs, registry } = meters();
    const worker = async (count: number) => {
      registry.resetMetrics();
      for (let i = 0; i < count; i++) jobs.observe({ task: "derive", outcome: "done" }, 0.02);
      return JSON.parse(JSON.stringify(await registry.getMetricsAsJSON())) as Awaited<
        ReturnType<typeof registry.getMetricsAsJSON>
      >;
    };
    await others.note("worker", 1, await worker(3));
    await others.note("worker", 1, await worker(5));
    await others.note("worker", 2, await worker(1));
    await others.note("worker 2", 3, await worker(10));
    const text = await metricsText(others.counted());
    expect(text).toContain('sightglass_job_seconds_count{task="derive",outcome="done"} 16');
    expect(text).toMatch(/# EOF\n$/);
  });
});
