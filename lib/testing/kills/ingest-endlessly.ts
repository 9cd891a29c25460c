/**
 * A writer for the durability test. It ingests one turn after another and prints each event's id once it is
 * acknowledged.
 */
import { toWire } from "@/lib/core/trace/event";
import { openDatabase } from "@/lib/db/client";
import { ingestEvents } from "@/lib/pipeline/receive/ingest-events";
import { trace } from "../trace-builder";

const TURNS = 5_000;

async function main(url: string, project: string): Promise<void> {
  const db = openDatabase(url);
  const builder = trace("endless");
  let sent = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    builder.turn((t) => t.user(`line ${turn} of a long conversation, with some words of its own`));
    const events = builder.events().slice(sent);
    sent += events.length;
    const report = await ingestEvents(
      db,
      project,
      events.map((event) => ({ value: toWire(event) })),
    );
    if (report.accepted === events.length) for (const { id } of events) process.stdout.write(`${id}\n`);
  }
}

const [url = "", project = ""] = process.argv.slice(2);
void main(url, project);
