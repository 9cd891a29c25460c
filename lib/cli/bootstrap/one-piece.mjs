/** @typedef {import("@prisma/adapter-pg").PrismaPg} Factory */

/** Several statements that change spread tables in one transaction need this on a cluster; other servers ignore it. */
const ONE_AFTER_THE_OTHER = "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'";
/** That a migration is done is part of it: the engine notes the same a moment later, when its connection may be gone. */
const IS_DONE =
  "UPDATE _prisma_migrations SET finished_at = $1::timestamptz, applied_steps_count = 1 WHERE finished_at IS NULL AND rolled_back_at IS NULL";

/**
 * Has the engine's scripts applied whole or not at all. The adapter itself sends one statement after the other, each for
 * itself and on whatever connection is free: a script that is interrupted would leave its first half behind, and could never
 * be applied again.
 * @param {Factory} factory
 * @returns {Factory}
 */
export function inOnePiece(factory) {
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    adapter.executeScript = (script) => applyWhole(adapter, script);
    return adapter;
  };
  return factory;
}

/** @type {import("@prisma/driver-adapter-utils").ArgType} */
const TEXT = { scalarType: "string", arity: "scalar" };

/** @param {Awaited<ReturnType<Factory["connect"]>>} adapter @param {string} script */
async function applyWhole(adapter, script) {
  const transaction = await adapter.startTransaction();
  const send = (/** @type {string} */ sql, /** @type {string[]} */ ...args) =>
    transaction.executeRaw({ sql, args, argTypes: args.map(() => TEXT) });
  try {
    await send(ONE_AFTER_THE_OTHER);
    await send(script);
    const { rows } = await transaction.queryRaw({
      sql: "SELECT to_regclass('_prisma_migrations') IS NOT NULL",
      args: [],
      argTypes: [],
    });
    if (rows[0]?.[0] === true) await send(IS_DONE, new Date().toISOString());
    await send("COMMIT");
    await transaction.commit();
  } catch (error) {
    await send("ROLLBACK").catch(() => {});
    await transaction.rollback();
    throw error;
  }
}
