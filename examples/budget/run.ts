import { runExample } from "../run-example";
import { budget } from "./example";

/** npx tsx examples/budget/run.ts plain|watched|loop|nobody [SEED] */
await runExample(budget);
