import { describe, expect, it } from "vitest";
import { SingleFlight } from "./single-flight";

const never = new AbortController().signal;

function counted() {
  const starts: { readonly signal: AbortSignal; readonly end: (value: number) => void }[] = [];
  const work = (signal: AbortSignal) =>
    new Promise<number>((end, fail) => {
      starts.push({ signal, end });
      signal.addEventListener("abort", () => fail(new Error("stopped")));
    });
  return { starts, work };
}

describe("work that several ask for at the same time", () => {
  it("is done once for all who ask meanwhile, and anew for who asks afterwards", async () => {
    const { starts, work } = counted();
    const shared = new SingleFlight<number>();
    const both = [shared.run("a", never, work), shared.run("a", never, work)];
    const other = shared.run("b", never, work);
    expect(starts).toHaveLength(2);
    starts[0]?.end(1);
    starts[1]?.end(2);
    expect(await Promise.all([...both, other])).toEqual([1, 1, 2]);
    const again = shared.run("a", never, work);
    starts[2]?.end(3);
    expect(await again).toBe(3);
  });

  it("goes on while one of them waits, and is stopped when the last has gone", async () => {
    const { starts, work } = counted();
    const shared = new SingleFlight<number>();
    const callers = [new AbortController(), new AbortController()];
    const asked = callers.map(({ signal }) => shared.run("a", signal, work).catch(() => "stopped"));
    callers[0]?.abort();
    expect(starts[0]?.signal.aborted).toBe(false);
    callers[1]?.abort();
    expect(starts[0]?.signal.aborted).toBe(true);
    const next = shared.run("a", never, work);
    starts[1]?.end(5);
    expect(await Promise.all([...asked, next])).toEqual(["stopped", "stopped", 5]);
  });
});
