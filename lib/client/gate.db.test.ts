import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routeServer } from "@/lib/testing/servers/route-server";
import { testWorker } from "@/lib/testing/worker";
import { GateUsageError, runGate } from "./gate";

testWorker();
const SAMPLE = path.resolve("lib/importers/samples/swe-agent-0.traj");
const instance = routeServer();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "sightglass-gate-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function gate(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const code = await runGate(args, { env: { SIGHTGLASS_URL: instance.url }, fetch, say });
  return { code, said: lines.join("\n") };
}

function written(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe("the gate of a pipeline", () => {
  it("sends a file, waits until it is judged, and ends as the contract says", async () => {
    const [junit, json] = [path.join(folder, "gate.xml"), path.join(folder, "gate.json")];
    const loose = written("loose.json", '{"limits": {"serious": 1000}}');
    expect(await gate("--file", SAMPLE, "--contract", loose)).toMatchObject({ code: 0 });
    const strict = written("strict.json", '{"limits": {"note": 0, "warning": 0, "serious": 0}}');
    const { code, said } = await gate(
      "--file",
      SAMPLE,
      "--contract",
      strict,
      "--junit",
      junit,
      "--json",
      json,
    );
    expect({ code, said }).toMatchObject({
      code: 1,
      said: expect.stringContaining("/sessions/ses_") as string,
    });
    const report = JSON.parse(readFileSync(json, "utf8")) as { verdict: string; cases: { name: string }[] };
    expect(report).toMatchObject({ version: 1, gate: "sightglass.gate", verdict: "fail" });
    expect(report.cases[0]?.name).toContain("swe-agent-0.traj");
    expect(readFileSync(junit, "utf8")).toMatch(/<failure message="found [1-9]/);
  });

  it("ends with 2 where nothing can be told, and says why", async () => {
    expect(await gate("--session", "nobody")).toEqual({
      code: 2,
      said: expect.stringMatching(/^\? nobody: .+/) as string,
    });
    const wrong = written("wrong.json", '{"limits": {"no.such": 0}}');
    expect(await gate("--file", SAMPLE, "--contract", wrong)).toMatchObject({
      code: 2,
      said: expect.stringContaining("limits") as string,
    });
    expect(await gate("--file", path.join(folder, "missing"))).toMatchObject({ code: 2 });
    expect(await gate("--file", written("empty.txt", "no session at all"))).toMatchObject({ code: 2 });
    expect(await gate("--url", "http://127.0.0.1:9", "--session", "a")).toMatchObject({
      code: 2,
      said: "? a: nobody answers at http://127.0.0.1:9",
    });
  });

  it.each([[["--url", "ftp://x", "--session", "a"]], [["--sesion", "a"]], [[]]])(
    "refuses %j",
    async (args) => {
      await expect(gate(...args)).rejects.toThrow();
    },
  );

  it("says in plain words which file cannot be read or written", async () => {
    const nowhere = path.join(folder, "none", "x.json");
    expect(await gate("--file", nowhere)).toEqual({
      code: 2,
      said: expect.stringContaining(`${nowhere} cannot be read: there is no such file`) as string,
    });
    await expect(gate("--session", "s", "--contract", folder)).rejects.toThrow(
      `${folder} cannot be read: it is a folder`,
    );
    await expect(gate("--session", "nobody", "--junit", nowhere)).rejects.toThrow("cannot be written");
    await expect(gate("--bogus")).rejects.toThrow(GateUsageError);
  });
});
