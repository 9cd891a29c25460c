import pg from "pg";

/** How the driver makes values of the texts that columns come as. */
export const { types: driverTypes } = pg;

/** A moment in which this process or the server is too busy to connect is shorter. */
const CONNECT_MS = 30_000;
/** A server that is gone without a word is noticed within minutes, not hours. */
const KEEP_ALIVE_MS = 10_000;

/**
 * One connection, not open yet. When it is lost, what is asked of it next fails: no loss ends the process. Every connection
 * of the program comes from here or from {@link makePool}; a test refuses others.
 * @param {import("pg").ClientConfig & { url: string, purpose?: string }} config `purpose` is what the server's list of
 *   connections shows; without one it shows the name in `PGAPPNAME`, which has the version of this process
 * @returns {pg.Client}
 */
export function makeClient(config) {
  return withoutUproar(new pg.Client(optionsOf(config)));
}

/**
 * As {@link makeClient}, connected.
 * @param {Parameters<typeof makeClient>[0]} config
 * @returns {Promise<pg.Client>}
 */
export async function openClient(config) {
  const client = makeClient(config);
  await client.connect();
  return client;
}

/**
 * Connections that are opened when they are needed, with the same promise: a lost one fails whoever uses it, and nobody else.
 * @param {import("pg").PoolConfig & { url: string, purpose?: string }} config as of {@link makeClient}
 * @returns {pg.Pool}
 */
export function makePool(config) {
  return withoutUproar(new pg.Pool(optionsOf(config))).on("connect", withoutUproar);
}

/**
 * Asks the server to end what a connection waits for. The server says nothing to that, and may not be able to: a coordinator of a
 * cluster waits for a node that has got a statement until the node answers.
 * @param {pg.ClientBase} client
 */
export function cancelStatement(client) {
  const { host, port, processID, secretKey } =
    /** @type {{ host: string, port: number, processID: number, secretKey: number }} */ (
      /** @type {unknown} */ (client)
    );
  const connection = new pg.Connection({});
  const sends = /** @type {{ cancel(process: number, secret: number): void }} */ (
    /** @type {unknown} */ (connection)
  );
  withoutUproar(connection).once("connect", () => sends.cancel(processID, secretKey));
  if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}

/** @param {{ url: string, purpose?: string }} config */
function optionsOf({ url, purpose, ...more }) {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Names of versions begin with the program's own name, and these do not.
    ...(purpose !== undefined && { application_name: `${purpose} of sightglass` }),
    ...more,
  };
}

/**
 * An emitter of Node ends its process when nobody listens to its errors.
 * @template {import("node:events").EventEmitter} T
 * @param {T} emitter
 * @returns {T}
 */
function withoutUproar(emitter) {
  return emitter.on("error", () => {});
}
