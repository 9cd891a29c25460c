import type pg from "pg";
import { hearStatements } from "./sent-statements";

interface Notice {
  readonly detail?: string | undefined;
}

/** A coordinator says in a notice what it sends to which node. Read before the first connection is made. */
const SAYS_WHAT_IT_SENDS = "-c citus.log_remote_commands=on -c client_min_messages=notice";
const NODE = /on server \S*@(\S+)/;
const ENDS = /^(?:commit|rollback)\b/i;

/**
 * Notes from now on which nodes of a cluster each statement of this process reaches. The end of a transaction reaches
 * those of its statements and is left out.
 * @returns for each text of a statement the nodes, as host:port, that one of its runs reached; the most of all its runs
 */
export function noteRemoteCommands(): ReadonlyMap<string, ReadonlySet<string>> {
  process.env.PGOPTIONS = SAYS_WHAT_IT_SENDS;
  const reached = new Map<string, Set<string>>();
  const running = new WeakMap<pg.Client, { text: string; nodes: Set<string> }>();
  hearStatements((text, client) => {
    if (!running.has(client)) client.on("notice", (notice) => note(running.get(client), notice));
    running.set(client, { text, nodes: new Set() });
  });
  return reached;

  function note(run: { text: string; nodes: Set<string> } | undefined, { detail }: Notice): void {
    const node = NODE.exec(detail ?? "")?.[1];
    if (run === undefined || node === undefined || ENDS.test(run.text)) return;
    run.nodes.add(node);
    if (run.nodes.size > (reached.get(run.text)?.size ?? 0)) reached.set(run.text, run.nodes);
  }
}
