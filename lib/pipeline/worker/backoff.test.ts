import { afterEach, expect, it, vi } from "vitest";
import { Backoff } from "./backoff";

afterEach(() => vi.useRealTimers());

it("a rest is as long as before when the clock of the machine is set back", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 2), toFake: ["Date"] });
  const rest = new Backoff(1, 5);
  let done = 0;
  const work = () => Promise.resolve(void done++);
  await rest.run("project", work, () => undefined);
  vi.setSystemTime(Date.UTC(2026, 0, 1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await rest.run("project", work, () => undefined);
  expect(done).toBe(2);
});
