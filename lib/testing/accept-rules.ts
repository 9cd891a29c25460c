import { readFileSync, writeFileSync } from "node:fs";
import { FINDINGS_PAGE, withKindTables } from "./findings-page";
import { accepted, RULE_SOURCES, ruleHashes, type RuleSources } from "./rule-sources";

/**
 * npm run rules [-- --same]: raises the version of every rule whose sources changed, so that stored findings of it are
 * made again. With --same the findings stay the same, and so do the versions. Writes the tables of the page on findings, too.
 */
const known = JSON.parse(readFileSync(RULE_SOURCES, "utf8")) as RuleSources;
const now = accepted(known, ruleHashes(), !process.argv.includes("--same"));
const lines = Object.entries(now).map(
  ([file, { version, hash }]) => `  "${file}": { "version": ${version}, "hash": "${hash}" }`,
);
writeFileSync(RULE_SOURCES, `{\n${lines.join(",\n")}\n}\n`);
writeFileSync(FINDINGS_PAGE, withKindTables(readFileSync(FINDINGS_PAGE, "utf8")));
const raised = Object.keys(now).filter((file) => now[file]?.version !== known[file]?.version);
process.stdout.write(raised.length === 0 ? "No version was raised.\n" : `Raised: ${raised.join(", ")}\n`);
