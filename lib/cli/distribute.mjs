/** npm run distribute: spreads the database at DATABASE_URL over the nodes of its Citus cluster. */
import { readCommand } from "./bootstrap/command.mjs";
import { migrateAndDistribute } from "./bootstrap/migrate.mjs";
import { Problem, reportFailure, step } from "./bootstrap/report.mjs";

const USAGE = `npm run distribute

Spreads the tables of a Sightglass database over the nodes of a Citus cluster, with what is in them. May be run before the
first start or after, and again whenever nodes or tables were added; what is spread already is left alone.

  DATABASE_URL   the database on the cluster's coordinator`;

async function main() {
  readCommand(USAGE, {});
  const url = process.env.DATABASE_URL;
  if (url === undefined || url === "")
    throw new Problem(
      "There is no cluster to work on.",
      "Set DATABASE_URL to the database on its coordinator.",
    );
  const { spread, copied, moved, nodes } = await step("spreading the tables over the cluster", () =>
    migrateAndDistribute(url),
  );
  const say = (/** @type {string} */ line) => process.stdout.write(`  ${line}\n`);
  if (spread.length > 0) say(`spread over ${nodes.length} nodes: ${spread.join(", ")}`);
  if (copied.length > 0) say(`copied to every node: ${copied.join(", ")}`);
  if (moved > 0) say(`moved ${moved} parts of received records to the nodes of their sessions`);
  if (spread.length + copied.length === 0) say("no table had to be placed");
  const all = nodes.reduce((sum, { parts }) => sum + parts, 0);
  for (const { node, parts } of nodes) say(`${node} holds ${parts} of ${all} parts`);
  if (nodes.some(({ parts }) => parts === 0))
    say(
      "Move parts to a node that holds none: SELECT citus_rebalance_start() on the coordinator; docs/cluster.md says more.",
    );
}

main().catch(reportFailure);
