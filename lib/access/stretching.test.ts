import { describe, expect, it } from "vitest";
import { STRETCHING_AT_ONCE, STRETCHING_WAITING_MAX } from "@/lib/api/limits/access";
import { stretchInTurn } from "./stretching";

describe("stretching passwords", () => {
  it("is done a few at a time, in order, and refused to those who come when too many wait", async () => {
    const seen: number[] = [];
    let [atOnce, most] = [0, 0];
    const work = (i: number) => async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.push(i);
      atOnce--;
    };
    const many = STRETCHING_AT_ONCE + STRETCHING_WAITING_MAX;
    const all = await Promise.allSettled(Array.from({ length: many + 3 }, (_, i) => stretchInTurn(work(i))));
    expect(most).toBe(STRETCHING_AT_ONCE);
    expect(seen).toEqual(Array.from({ length: many }, (_, i) => i));
    expect(all.slice(many).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    await expect(stretchInTurn(() => Promise.resolve("again"))).resolves.toBe("again");
  });

  it("goes on after work that failed", async () => {
    await expect(stretchInTurn(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(stretchInTurn(() => Promise.resolve(1))).resolves.toBe(1);
  });
});
