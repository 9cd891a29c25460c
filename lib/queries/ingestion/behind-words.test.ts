import { expect, it } from "vitest";
import { describeAnalysisDelay, describeBackupAge, describeSilence, describeWaiting } from "./behind-words";

it("what waits is told with its number and the age of the oldest, and not before it has waited for long", () => {
  expect(
    describeWaiting([
      { what: "sessions", count: 547, oldestS: 18 * 60 + 20 },
      { what: "streams", count: 1, oldestS: 75.4 },
      { what: "bodies", count: 12, oldestS: 59 },
      { what: "analyses", count: 1_200, oldestS: 13 * 60 },
    ]),
  ).toEqual([
    "547 sessions wait to be readable, the oldest 18 min",
    "1 stream of records waits to be readable, the oldest 1 min",
    "analysis is 13 min behind, for 1,200 sessions",
  ]);
  expect(describeWaiting([{ what: "analyses", count: 4, oldestS: 119 }])).toEqual([]);
});

it("a worker that says nothing is named, and one that was just heard is not", () => {
  const silent = [
    { name: "worker", silentS: 40.2 },
    { name: "worker 2", silentS: 6 },
  ];
  expect(describeSilence(silent)).toEqual(["the worker has been silent for 40 s"]);
});

it("a backup is old after two days, and there is nothing to say where nobody makes any", () => {
  const now = Date.UTC(2026, 0, 10);
  const before = (hours: number) => new Date(now - hours * 3_600_000);
  expect(describeBackupAge(before(25), now)).toEqual([]);
  expect(describeBackupAge(before(72), now)).toEqual(["the last good backup is 3 d old"]);
  expect(describeBackupAge(null, now)).toEqual([]);
});

it("an analysis is named once it has run for minutes, with how many run beside it", () => {
  expect(describeAnalysisDelay({ running: 1, oldestS: 640, tooLarge: 0 })).toEqual([
    "an analysis has run for 10 min in a process of its own",
  ]);
  expect(describeAnalysisDelay({ running: 3, oldestS: 301, tooLarge: 2 })).toEqual([
    "an analysis has run for 5 min in a process of its own, beside 2 others",
  ]);
  expect(describeAnalysisDelay({ running: 3, oldestS: 299, tooLarge: 2 })).toEqual([]);
});
