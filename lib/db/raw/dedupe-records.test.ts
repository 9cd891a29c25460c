import { expect, it } from "vitest";
import { workedExample } from "@/lib/testing/worked-example";
import type { RawRecordInput } from "./raw-record";
import { chooseRecords } from "./dedupe-records";

const LINE =
  /^(?<step>before|received|after) +(?<id>\S+) (?<rank>\S+) (?<body>\w+(?: \w+)*)(?: +-> (?<name>\S+).*)?$/;

const steps = workedExample("lib/db/raw/dedupe-records.ts").map((line) => {
  const { step = "", id = "", rank = "", body = "", name = "" } = LINE.exec(line)?.groups ?? {};
  return { step, name, id, record: { stream: "s", id, rank, body } as unknown as RawRecordInput };
});

const listSteps = (name: string) => steps.filter(({ step }) => step === name);

it("dedupes the records of its worked example as it says", async () => {
  const known = new Map(listSteps("before").map(({ id, record }) => [id, record]));
  const told: string[] = [];
  for (const { record } of listSteps("received")) {
    const { written, kept } = await chooseRecords([record], known, compareBodies);
    expect(kept.has(record)).toBe(written.size > 0);
    told.push([...written.keys()][0] ?? "dropped");
  }
  expect(told.length).toBeGreaterThan(4);
  expect(told).toEqual(listSteps("received").map(({ name }) => name));
  const after = [...known].map(([id, { rank, body }]) => `${id} ${rank} ${body}`);
  expect(after).toEqual(listSteps("after").map(({ id, record }) => `${id} ${record.rank} ${record.body}`));
});

it("names those that differ when all come together", async () => {
  const known = new Map(listSteps("before").map(({ id, record }) => [id, record]));
  const received = listSteps("received");
  const { written, differing } = await chooseRecords(
    received.map(({ record }) => record),
    known,
    compareBodies,
  );
  expect([...written.keys()]).toEqual(listSteps("after").map(({ id }) => id));
  expect([...differing].map(({ body }) => body)).toEqual(["Rome is old"]);
});

function compareBodies(stored: string, received: string): Promise<"same" | "more" | "less" | "other"> {
  if (stored === received) return Promise.resolve("same");
  if (received.startsWith(stored)) return Promise.resolve("more");
  return Promise.resolve(stored.startsWith(received) ? "less" : "other");
}
