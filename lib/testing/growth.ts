/** Tells work whose time grows with its input from work whose time grows faster, on a machine that is busy with other things. */

const TIMES_LONGER = 8;
/** How many times more the long input may cost. With quadratic time it would cost 64 times as much. */
const TIMES_COSTLIER_MAX = 24;
/** Below this, in milliseconds, a measured time says nothing. */
const NOISE_MS = 200;
const TRIES = 5;

/**
 * Expects that work takes time in proportion to its input. It counts the time that this process computed, not the time that passed,
 * and one good measurement of several is enough: a burst of other work slows some of them, quadratic time all of them.
 * @param work does the work on an input so many times as long as the shortest
 * @throws Error with the measured times, if every measurement grew too fast
 */
export async function expectLinear(work: (times: number) => unknown): Promise<void> {
  const measured: string[] = [];
  await work(1);
  for (let i = 0; i < TRIES; i++) {
    const short = await computedMs(() => work(1));
    const long = await computedMs(() => work(TIMES_LONGER));
    if (long <= TIMES_COSTLIER_MAX * short + NOISE_MS) return;
    measured.push(`${Math.round(short)} → ${Math.round(long)} ms`);
  }
  throw new Error(`${TIMES_LONGER} times the input took more than its share of time: ${measured.join(", ")}`);
}

async function computedMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
