import pg from "pg";

/** Has each statement told as this process sends it, with the connection that it goes over, and as the driver is asked. */
export function hearStatements(hear: (text: string, client: pg.Client, asked: unknown) => void): void {
  const send = Reflect.get(pg.Client.prototype, "query") as (this: pg.Client, ...args: unknown[]) => unknown;
  Reflect.set(pg.Client.prototype, "query", function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args;
    const text = typeof asked === "string" ? asked : (asked as { text?: unknown } | null)?.text;
    if (typeof text === "string") hear(text, this, asked);
    return send.apply(this, args);
  });
}
