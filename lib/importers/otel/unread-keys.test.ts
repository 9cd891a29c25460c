import { describe, expect, it } from "vitest";
import { capturedRecords } from "@/lib/testing/captured-records";
import { captureFigures } from "@/lib/testing/captures";
import { readNativeEvents } from "./dialects/sightglass";
import { listUnknownOwnFields } from "./native-events";
import { projectRecords } from "./project";
import { listUnreadKeys } from "./unread-keys";

describe("the messages that real clients sent", () => {
  it.each(Object.keys(captureFigures()))("have no key that is not known: %s", (folder) => {
    const records = capturedRecords(folder);
    const { calls } = projectRecords(records);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.flatMap((call) => [...listUnreadKeys(call)])).toEqual([]);
    expect(records.flatMap((record) => readNativeEvents(record).flatMap(listUnknownOwnFields))).toEqual([]);
  });
});
