/** npm pack runs this before and after it writes the archive: it builds what goes in, and lends it a manifest of its own. */
import fs from "node:fs";
import path from "node:path";
import { readCommand } from "./bootstrap/command.mjs";
import { compilePrograms, publishedManifest, publishedVersions } from "./bootstrap/package.mjs";
import { buildApp, prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure, ROOT, step } from "./bootstrap/report.mjs";

const USAGE = `npm pack

Makes the archive that npx runs: the app as it is built, its compiled programs, and the packages that they need.

  --build     builds what goes in, and puts the archive's manifest in the place of package.json
  --restore   puts package.json back`;

const MANIFEST = path.join(ROOT, "package.json");
/** npm leaves it out of archives, and it is there only while one is written. */
const KEPT = path.join(ROOT, ".package.json.orig");
/** npm reads it in archives, as it reads package-lock.json in folders. */
const VERSIONS = path.join(ROOT, "npm-shrinkwrap.json");

async function main() {
  const { values } = readCommand(USAGE, { build: { type: "boolean" }, restore: { type: "boolean" } });
  restore();
  if (values.build !== true) return;
  await prepareProgram("work");
  await buildApp();
  const packages = await step("compiling the programs", compilePrograms);
  const manifest = publishedManifest(JSON.parse(fs.readFileSync(MANIFEST, "utf8")), packages);
  const versions = await step("naming the versions", () => publishedVersions(manifest));
  fs.writeFileSync(VERSIONS, versions);
  fs.copyFileSync(MANIFEST, KEPT);
  fs.writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Also after a run that was killed in between. */
function restore() {
  fs.rmSync(VERSIONS, { force: true });
  if (fs.existsSync(KEPT)) fs.renameSync(KEPT, MANIFEST);
}

main().catch(reportFailure);
