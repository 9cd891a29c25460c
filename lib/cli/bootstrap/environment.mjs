import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Takes over the variables of `.env` beside package.json that the environment does not set. Imported for that effect. */
const file = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../.env");
if (fs.existsSync(file)) process.loadEnvFile(file);
