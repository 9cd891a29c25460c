import { describe, expect, it } from "vitest";
import { WeightedCache } from "./weighted-cache";

describe("a weighted cache", () => {
  it("forgets what was not used for longest when it grows too heavy", () => {
    const cache = new WeightedCache<string>("test", 10);
    cache.set("a", "A", 4);
    cache.set("b", "B", 4);
    cache.get("a");
    cache.set("c", "C", 4);
    expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual(["A", undefined, "C"]);
  });

  it("keeps the newest whatever it weighs", () => {
    const cache = new WeightedCache<string>("test", 10);
    cache.set("a", "A", 4);
    cache.set("huge", "H", 1_000);
    expect([cache.get("a"), cache.get("huge")]).toEqual([undefined, "H"]);
  });

  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it("forgets what nobody has used for a while, also the newest, and tells of it", async () => {
    const dropped: string[] = [];
    const cache = new WeightedCache<string>("test", 10, (key, value) => dropped.push(key + value), 40);
    cache.set("huge", "H", 1_000);
    await until(() => dropped.length > 0);
    expect(dropped).toEqual(["hugeH"]);
    expect(cache.get("huge")).toBeUndefined();
  });

  it("keeps a little of it longer, that which was used last", async () => {
    const dropped: string[] = [];
    const cache = new WeightedCache<string>("test", 100, (key) => dropped.push(key), 40, 400);
    for (const key of ["a", "b", "c", "d"]) cache.set(key, key, 2);
    cache.get("a");
    await until(() => dropped.length >= 2);
    expect(dropped).toEqual(["b", "c"]);
    await until(() => dropped.length >= 4);
    expect(dropped).toEqual(["b", "c", "d", "a"]);
  });

  it("keeps what is used again and again, however much it is", async () => {
    const dropped: string[] = [];
    const cache = new WeightedCache<string>("test", 100, (key) => dropped.push(key), 200, 400);
    cache.set("live", "L", 90);
    cache.set("left", "l", 10);
    while (!dropped.includes("left")) {
      expect(cache.get("live")).toBe("L");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(dropped).toEqual(["left"]);
  });

  it("makes room again when something is taken out", () => {
    const cache = new WeightedCache<string>("test", 10);
    cache.set("a", "A", 8);
    expect(cache.take("a")).toBe("A");
    cache.set("b", "B", 8);
    cache.set("c", "C", 2);
    expect(cache.get("b")).toBe("B");
  });
});
