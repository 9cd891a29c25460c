import { expect, it } from "vitest";
import { Slots } from "./slots";

const makeSlots = () =>
  new Slots([
    { kinds: ["interactive", "bulk"], most: 4 },
    { kinds: ["bulk"], most: 2 },
    { kinds: ["apart"], most: 1 },
  ]);

function begin(slots: Slots, kind: Parameters<Slots["run"]>[0]) {
  let end = (): void => undefined;
  const done = slots.run(kind, () => new Promise<void>((resolve) => (end = resolve)));
  return async (): Promise<void> => {
    end();
    await done;
  };
}

it("what lasts leaves places for short work, and short work takes them all", async () => {
  const slots = makeSlots();
  const ends = [begin(slots, "bulk"), begin(slots, "bulk")];
  expect(slots.listFull()).toEqual(["bulk"]);
  expect([slots.hasRoom("bulk"), slots.hasRoom("interactive"), slots.hasRoom("apart")]).toEqual([
    false,
    true,
    true,
  ]);
  ends.push(begin(slots, "interactive"), begin(slots, "interactive"));
  expect(new Set(slots.listFull())).toEqual(new Set(["interactive", "bulk"]));
  for (const end of ends) await end();
  expect(slots.listFull()).toEqual([]);
});

it("work that fails leaves its place", async () => {
  const slots = makeSlots();
  await expect(slots.run("apart", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(slots.hasRoom("apart")).toBe(true);
});
