import { runExample } from "../run-example";
import { refund } from "./example";

/** npx tsx examples/refund/run.ts plain|watched|loop|nobody [SEED] */
await runExample(refund);
