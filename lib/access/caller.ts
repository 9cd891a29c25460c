import type { KeyScope, Role } from "@/lib/api/access";

export type Actor =
  | { readonly kind: "local" }
  | {
      readonly kind: "key";
      readonly id: string;
      readonly prefix: string;
      readonly scopes: readonly KeyScope[];
      /** The one agent whose sessions it may send; `null` for all of the project. */
      readonly agent: string | null;
    }
  | { readonly kind: "user"; readonly id: string; readonly email: string; readonly name: string }
  | { readonly kind: "anonymous" };

/** Who asks, and for which project. Every query and every write belongs to the project of a caller. */
export interface Caller {
  /** Empty when the caller has no project. Then no query finds anything. */
  readonly project: string;
  readonly role: Role | null;
  readonly actor: Actor;
  /** The address of the sender; `null` when the request did not come through the app's own server. */
  readonly address: string | null;
}

export function nameActor(actor: Actor): string {
  switch (actor.kind) {
    case "local":
      return "local";
    case "key":
      return `key ${actor.prefix}…`;
    case "user":
      return actor.email;
    case "anonymous":
      return "somebody unknown";
  }
}
