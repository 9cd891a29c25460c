import { runExample } from "../run-example";
import { sums } from "./example";

/** npx tsx examples/sums/run.ts plain|watched|loop|nobody [SEED] */
await runExample(sums);
