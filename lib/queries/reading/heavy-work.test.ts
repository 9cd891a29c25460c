import { describe, expect, it } from "vitest";
import { runHeavyWork } from "./heavy-work";

const open = new AbortController().signal;

describe("work that costs much", () => {
  it("of one project waits for itself, and lets another project's go before it", async () => {
    const order: string[] = [];
    const work = (name: string) => async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push(name);
    };
    const many = Array.from({ length: 10 }, (_, i) => runHeavyWork("a", open, work(`a${i}`)));
    await Promise.all([...many, runHeavyWork("b", open, work("b"))]);
    expect(order).toHaveLength(11);
    expect(order.indexOf("b")).toBeLessThan(4);
  });

  it("is refused beyond what may wait, and is not done for somebody who has gone", async () => {
    const gone = new AbortController();
    gone.abort();
    let done = 0;
    const work = () => new Promise<void>((resolve) => setTimeout(() => resolve(void done++), 1));
    const all = await Promise.allSettled([
      ...Array.from({ length: 230 }, () => runHeavyWork("c", open, work)),
      runHeavyWork("d", gone.signal, work),
    ]);
    const refused = all.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThan(10);
    expect(done).toBe(all.length - refused.length);
    await expect(runHeavyWork("c", open, () => Promise.resolve("again"))).resolves.toBe("again");
  });
});
