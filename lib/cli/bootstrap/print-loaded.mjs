/** Prints the files that the framework has loaded once it could serve the built app, one a line. A process of its own. */
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { useBuiltConfig } from "../../server/built-config.mjs";
import { ROOT } from "./report.mjs";

const require = createRequire(path.join(ROOT, "package.json"));
useBuiltConfig(path.join(ROOT, ".next"));
const app = require("next")({ dev: false, dir: ROOT, httpServer: createServer() });
await app.prepare();
process.stdout.write(`${Object.keys(require.cache).join("\n")}\n`, () => process.exit());
