import { budget } from "./budget/example";
import { daemon } from "./daemon/example";
import type { Example } from "./example";
import { refund } from "./refund/example";
import { sums } from "./sums/example";

export const EXAMPLES: readonly Example[] = [refund, budget, daemon, sums];
