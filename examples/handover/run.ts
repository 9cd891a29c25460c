import { runExample } from "../run-example";
import { handover } from "./example";

await runExample(handover);
