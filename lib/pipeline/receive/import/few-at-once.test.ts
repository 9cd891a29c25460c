import { describe, expect, it } from "vitest";
import { fewAtOnce } from "./few-at-once";

describe("files of an upload", () => {
  it("are opened a few at a time, each once, also after one that failed", async () => {
    let [atOnce, most] = [0, 0];
    const work = (i: number) => async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce--;
      if (i === 3) throw new Error("no");
      return i;
    };
    const few = fewAtOnce(4);
    const all = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => few(work(i))));
    expect(most).toBe(4);
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(49);
  });
});
