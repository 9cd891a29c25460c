import { runExample } from "../run-example";
import { daemon } from "./example";

/** npx tsx examples/daemon/run.ts plain|watched|loop|nobody [SEED] */
await runExample(daemon);
