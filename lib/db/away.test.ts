import { describe, expect, it } from "vitest";
import { isDatabaseAway, isNodeAway } from "./away";

const withCode = (code: string, message = "") => Object.assign(new Error(message), { code });

const NODE = withCode(
  "08006",
  "connection to the remote node postgres@10.0.0.2:5432 failed with the following error: Connection refused",
);

describe("an error of the database", () => {
  it.each(["08001", "08004", "08006", "57P01", "53300", "ECONNREFUSED"])(
    "%s means that the database is away",
    (code) => {
      expect(isDatabaseAway(withCode(code))).toBe(true);
      expect(isNodeAway(withCode(code))).toBe(false);
    },
  );

  it.each(["40001", "40P01"])("%s means that a retry may succeed", (code) => {
    expect(isDatabaseAway(withCode(code))).toBe(true);
  });

  it("of another node means that only this node is away", () => {
    expect([isDatabaseAway(NODE), isNodeAway(NODE)]).toEqual([true, true]);
  });

  it("is recognised inside an error of the database's client", () => {
    const wrapped = Object.assign(new Error("Raw query failed"), {
      code: "P2010",
      meta: { driverAdapterError: NODE },
    });
    expect([isDatabaseAway(wrapped), isNodeAway(wrapped)]).toEqual([true, true]);
  });

  it.each([
    "failure on connection marked as essential: 10.0.0.2:5432",
    "could not commit transaction for shard 102008 on at least one active node",
    "failed to prepare transaction 'citus_0_1_2_3' on host 10.0.0.2:5432",
    'failed to read result "1_2_3" from node 10.0.0.2:5432',
    "could not establish any connections to the node 10.0.0.2:5432 after 30000 ms",
  ])("without a code of its own, in which a node was lost, means that the node is away: %s", (message) => {
    const error = withCode("XX000", message);
    expect([isDatabaseAway(error), isNodeAway(error)]).toEqual([true, true]);
  });

  it("is recognised by its code where the client keeps it as a plain object", () => {
    const cause = {
      kind: "postgres",
      originalCode: "57P03",
      originalMessage: "the database system is not yet accepting connections",
    };
    const kept = Object.assign(new Error("not ready"), { name: "DriverAdapterError", cause });
    const wrapped = withCode("P2039", "Database error.");
    expect(isDatabaseAway(Object.assign(wrapped, { meta: { driverAdapterError: kept } }))).toBe(true);
    expect(isDatabaseAway(new Error("failed", { cause: { code: "08001" } }))).toBe(true);
    expect(isNodeAway(wrapped)).toBe(false);
  });

  it("in the statement itself means none of these", () => {
    for (const error of [withCode("23505"), withCode("42601"), new Error("invalid"), null])
      expect([isDatabaseAway(error), isNodeAway(error)]).toEqual([false, false]);
  });
});
