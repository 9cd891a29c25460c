import { assertInOrder } from "./belongs-earlier";
import type { SessionFact } from "./spans/facts";

interface Said<T> {
  readonly value: T;
  readonly at: number;
}

/** The first name and agent, and the newest context window and budgets. */
export class DeclaredSession {
  private readonly first: { name?: Said<string>; agent?: Said<string>; service?: Said<string> } = {};
  private window: Said<number> | undefined;
  private division: Said<Readonly<Record<string, number>>> | undefined;

  /**
   * Facts must come in the order of their records.
   * @throws BelongsEarlier for two facts of one moment that arrived separately
   */
  add(facts: readonly SessionFact[]): void {
    const before = { ...this.first, window: this.window, division: this.division };
    for (const { record, name, agent, service, contextWindow, budgets } of facts) {
      const at = record.start;
      if (name !== undefined)
        this.first.name = chooseEarlier(this.first.name, { value: name, at }, before.name);
      if (agent !== undefined)
        this.first.agent = chooseEarlier(this.first.agent, { value: agent, at }, before.agent);
      if (service !== undefined && (this.first.service?.at ?? Infinity) > at)
        this.first.service = { value: service, at };
      if (contextWindow !== undefined)
        this.window = chooseLater(this.window, { value: contextWindow, at }, before.window);
      if (budgets !== undefined)
        this.division = chooseLater(this.division, { value: budgets, at }, before.division);
    }
  }

  get name(): string | undefined {
    return this.first.name?.value;
  }

  get agent(): string | undefined {
    return (this.first.agent ?? this.first.service)?.value;
  }

  get budgets(): Readonly<Record<string, number>> | undefined {
    return this.division?.value;
  }

  get contextWindow(): number | undefined {
    return this.window?.value;
  }
}

function chooseEarlier<T>(
  existing: Said<T> | undefined,
  statement: Said<T>,
  before: Said<T> | undefined,
): Said<T> {
  refuseTie(before, statement);
  return existing !== undefined && existing.at <= statement.at ? existing : statement;
}

function chooseLater<T>(
  existing: Said<T> | undefined,
  statement: Said<T>,
  before: Said<T> | undefined,
): Said<T> {
  if (existing !== undefined && existing.at > statement.at) return existing;
  refuseTie(before, statement);
  return statement;
}

/** The order of records of one moment is known only when all of them are there. */
function refuseTie<T>(before: Said<T> | undefined, statement: Said<T>): void {
  assertInOrder(
    before === undefined ||
      before.at !== statement.at ||
      JSON.stringify(before.value) === JSON.stringify(statement.value),
  );
}
