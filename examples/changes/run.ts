import { runExample } from "../run-example";
import { changes } from "./example";

await runExample(changes);
