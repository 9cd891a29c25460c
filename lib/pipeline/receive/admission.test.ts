import { expect, it } from "vitest";
import { admit } from "./admission";

const MIB = 1024 * 1024;

it("a project that holds all it may have leaves room for others, and its next comes when it has let go", async () => {
  const release: (() => void)[] = [];
  const hold = (project: string, size: number) =>
    admit(project, () => new Promise<void>((resolve) => release.push(resolve)), size);
  const held = [hold("slow", 32 * MIB), hold("slow", 32 * MIB)];
  await expect(hold("slow", 1)).rejects.toMatchObject({ code: "rate_limited", retryAfterS: 2 });
  held.push(hold("other", 60 * MIB));
  await expect(hold("third", 5 * MIB)).rejects.toMatchObject({ code: "rate_limited" });
  for (const done of release) done();
  await Promise.all(held);
  expect(await admit("slow", () => Promise.resolve("taken"), 100 * MIB)).toBe("taken");
});
