import type { KeyScope, Role } from "@/lib/api/access";

/** Who asks: whoever is at this machine, a program by its key, a person who is signed in, or nobody known. */
export type Actor =
  | { readonly kind: "local" }
  | {
      readonly kind: "key";
      readonly id: string;
      readonly prefix: string;
      readonly scopes: readonly KeyScope[];
    }
  | { readonly kind: "user"; readonly id: string; readonly email: string; readonly name: string }
  | { readonly kind: "anonymous" };

/** Who asks, and on behalf of which project. Every query and write is made for a caller's project. */
export interface Caller {
  /** Empty for somebody who has none: then nothing is found. */
  readonly project: string;
  /** What the person may do in the project; `null` for programs and for whoever is no member. */
  readonly role: Role | null;
  readonly actor: Actor;
  /** Where the request came from; `null` when the app was not reached through its own server. */
  readonly address: string | null;
}

/** An actor in words, for the audit log. */
export function actorName(actor: Actor): string {
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
