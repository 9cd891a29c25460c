import { describe, expect, it } from "vitest";
import { runWithReturningDatabase } from "./returning-database.mjs";

const soon = () => 1;

describe("what needs the database at the start", () => {
  it.each([
    Object.assign(
      new Error("no database", { cause: Object.assign(new Error("starting"), { code: "57P03" }) }),
    ),
    new Error("Connection terminated unexpectedly"),
    new Error("Client has encountered a connection error and is not queryable"),
    new Error("external connector error: terminating connection due to administrator command"),
    Object.assign(new Error("the connection does not exist"), { code: "08003" }),
  ])("is done again when a connection is lost in the middle: %s", async (lost) => {
    let tries = 0;
    const work = () => (++tries < 4 ? Promise.reject(lost) : Promise.resolve("done"));
    expect(await runWithReturningDatabase(work, { pause: soon })).toBe("done");
  });

  it("fails at once for any other reason, and when nobody waits any more", async () => {
    let tries = 0;
    const wrong = () => Promise.reject(new Error(`the database is newer, try ${++tries}`));
    await expect(runWithReturningDatabase(wrong, { pause: soon })).rejects.toThrow("newer, try 1");
    const lost = () => Promise.reject(new Error("Connection terminated"));
    const options = { pause: soon, signal: AbortSignal.abort() };
    await expect(runWithReturningDatabase(lost, options)).rejects.toThrow("Connection terminated");
  });

  it("is not tried for ever", async () => {
    let tries = 0;
    const lost = () => Promise.reject(new Error(`ECONNREFUSED ${++tries}`));
    await expect(runWithReturningDatabase(lost, { pause: soon })).rejects.toThrow("ECONNREFUSED 40");
  });
});
