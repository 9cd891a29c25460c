import type pg from "pg";
import { makeClient } from "../connections.mjs";

export interface ListenHandlers {
  readonly onNotice: (payload: string) => void;
  /** Called when the connection starts to listen, for the first time or again. Earlier notices will not arrive. */
  readonly onListening: () => void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const PING_EVERY_MS = 15_000;
const RETRY_FIRST_MS = 200;
const RETRY_MAX_MS = 5_000;

/**
 * Listens on a channel with its own connection, and reconnects whenever the connection is lost.
 * @param url of the database itself: a pooler that shares connections between clients does not forward notices
 * @returns a function that stops it
 */
export function listen(url: string, channel: string, handlers: ListenHandlers): () => void {
  const state: { client: pg.Client | null; timer: NodeJS.Timeout | undefined; ended: boolean } = {
    client: null,
    timer: undefined,
    ended: false,
  };
  let retryMs = RETRY_FIRST_MS;

  const handleLost = (client: pg.Client) => {
    if (state.client !== client) return;
    state.client = null;
    clearTimeout(state.timer);
    void client.end().catch(() => undefined);
    if (state.ended) return;
    state.timer = setTimeout(() => void connect(), retryMs).unref();
    retryMs = Math.min(RETRY_MAX_MS, retryMs * 2);
  };

  const sendPing = (client: pg.Client) => {
    state.timer = setTimeout(() => {
      void client.query("SELECT 1").then(
        () => state.client === client && sendPing(client),
        () => handleLost(client),
      );
    }, PING_EVERY_MS).unref();
  };

  const connect = async () => {
    const client = makeClient({
      url,
      purpose: "notices",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: PING_EVERY_MS,
    });
    state.client = client;
    client.on("error", () => handleLost(client));
    client.on("end", () => handleLost(client));
    client.on("notification", ({ payload }) => handlers.onNotice(payload ?? ""));
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    } catch {
      return handleLost(client);
    }
    if (state.ended) return handleLost(client);
    retryMs = RETRY_FIRST_MS;
    sendPing(client);
    handlers.onListening();
  };

  void connect();
  return () => {
    state.ended = true;
    if (state.client !== null) handleLost(state.client);
    clearTimeout(state.timer);
  };
}
