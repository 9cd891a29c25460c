import { expect, it } from "vitest";
import { groupBy } from "@/lib/core/group-by";
import { workedExample } from "@/lib/testing/worked-example";
import { BelongsEarlier } from "./belongs-earlier";
import { Places } from "./places";
import type { OtelRecord } from "./spans/record";

const LINE =
  /^batch (?<batch>\d), trace (?<trace>\d): (?<span>\w)(?: below (?<parent>\w))?(?:, (?<key>[\w.]+)=(?<value>\w+))? +-> (?<place>\S+(?: \S+)*)/;

interface Step {
  readonly batch: string;
  readonly record: OtelRecord;
  readonly place: string;
}

it("finds the places of its worked example", () => {
  const steps = workedExample("lib/importers/otel/places.ts").map(readStep);
  expect(steps.length).toBeGreaterThan(6);
  const places = new Places([]);
  for (const batch of groupBy(steps, (step) => step.batch).values()) {
    const records = batch.map(({ record }) => record);
    const found = addAndFind(places, records);
    expect(found).toEqual(batch.map(({ record, place }) => `${record.spanId}: ${place}`));
  }
});

it("takes a conversation for the session of its trace where the trace names no session, and then only", () => {
  const lines = [
    "batch 1, trace 1: a below x, gen_ai.conversation.id=k1 -> session k1",
    "batch 1, trace 1: b below y -> session k1",
    "batch 2, trace 1: c below z, session.id=s1 -> BelongsEarlier",
    "batch 3, trace 2: d below x, gen_ai.conversation.id=k1 -> session k1",
    "batch 3, trace 2: e below y, gen_ai.conversation.id=k2 -> session k2",
    "batch 3, trace 2: f below z -> session trace:2",
    "batch 4, trace 3: g below x, session.id=s1 -> session s1",
    "batch 4, trace 3: h below y, session.id=s2 -> session s2",
    "batch 4, trace 3: i below g, gen_ai.conversation.id=k1 -> session s1",
    "batch 4, trace 3: j below z -> session trace:3",
  ];
  const places = new Places([]);
  for (const batch of groupBy(lines.map(readStep), (step) => step.batch).values())
    expect(
      addAndFind(
        places,
        batch.map(({ record }) => record),
      ),
    ).toEqual(batch.map(({ record, place }) => `${record.spanId}: ${place}`));
});

function addAndFind(places: Places, records: readonly OtelRecord[]): string[] {
  try {
    places.add(records);
  } catch (error) {
    if (!(error instanceof BelongsEarlier)) throw error;
    return records.map(({ spanId }) => `${spanId}: BelongsEarlier`);
  }
  return records.map((record) => {
    const { session, thread } = places.of(record);
    return `${record.spanId}: session ${session}${thread === "" ? "" : `, thread ${thread}`}`;
  });
}

function readStep(line: string, start: number): Step {
  const {
    batch = "",
    trace = "",
    span = "",
    parent = "",
    key,
    value,
    place = "",
  } = LINE.exec(line)?.groups ?? {};
  const record = {
    signal: "span",
    traceId: trace,
    spanId: span,
    parentSpanId: parent,
    name: span,
    start,
    end: start,
    attributes: key === undefined ? {} : { [key]: value },
    resource: {},
  } as unknown as OtelRecord;
  return { batch, record, place: place.replace(/ {2,}.*$/, "") };
}
