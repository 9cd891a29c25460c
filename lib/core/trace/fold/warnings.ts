import type { SessionWarning } from "../session";

export class Warnings {
  private readonly byCode = new Map<string, { message: string; count: number }>();

  add(code: string, message: string, count = 1): void {
    if (count === 0) return;
    const known = this.byCode.get(code);
    if (known === undefined) this.byCode.set(code, { message, count });
    else known.count += count;
  }

  list(): SessionWarning[] {
    return [...this.byCode].map(([code, { message, count }]) => ({ code, message, count }));
  }
}
