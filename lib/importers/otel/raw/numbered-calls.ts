/** Gives ids to calls of an API that has none: the calls of a conversation are numbered, and a result answers one by its name. */
export class NumberedCalls {
  private count = 0;
  private open: { readonly id: string; readonly name: string }[] = [];

  call(name: string): string {
    const id = `call-${++this.count}`;
    this.open.push({ id, name });
    return id;
  }

  /** The oldest call of that name without a result, else the oldest one; undefined where none waits. */
  answered(name: string | undefined): string | undefined {
    const found = this.open.find((call) => call.name === name) ?? this.open[0];
    this.open = this.open.filter((call) => call !== found);
    return found?.id;
  }
}
