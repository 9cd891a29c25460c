/** The roles of a person in a project. Each role includes the ones before it. */
export const ROLES = ["viewer", "editor", "owner"] as const;
export type Role = (typeof ROLES)[number];

export const KEY_SCOPES = ["ingest", "read"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/**
 * What a route asks of its caller: the least role of a person (`null`: being signed in is enough), and the scope of a
 * key (`null`: no key is accepted).
 */
export interface Requirement {
  readonly role: Role | null;
  readonly keyScope: KeyScope | null;
  readonly alsoKeyScope?: KeyScope;
}

/**
 * Every kind of access that a route can declare. `none` asks for nothing, and neither does `signed`, whose body is signed by
 * its sender. `self` is about the caller and needs a signed-in person. `send` is like `ingest`, for what names its sessions: a
 * key for one agent may do nothing else. `runtime` is for a running agent, which reads its session and records the answer.
 * `manage` is about the project as a whole.
 */
export const ACCESS = {
  none: null,
  signed: null,
  self: { role: null, keyScope: null },
  read: { role: "viewer", keyScope: "read" },
  ingest: { role: "editor", keyScope: "ingest" },
  send: { role: "editor", keyScope: "ingest" },
  runtime: { role: "editor", keyScope: "ingest", alsoKeyScope: "read" },
  write: { role: "editor", keyScope: null },
  manage: { role: "owner", keyScope: null },
} as const satisfies Record<string, Requirement | null>;

export type Scope = keyof typeof ACCESS;

/** `null` if no key is accepted. */
export function findKeyScopes({ keyScope, alsoKeyScope }: Requirement): readonly KeyScope[] | null {
  if (keyScope === null) return null;
  return alsoKeyScope === undefined ? [keyScope] : [keyScope, alsoKeyScope];
}

export function isRoleIncluded(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
