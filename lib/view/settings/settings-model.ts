import { AUDIT_ACTIONS } from "@/lib/core/audit-log";
import { count } from "../format/format";

export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: string;
  /** Empty where nobody signed in. */
  readonly madeBy: string;
  readonly created: string;
  readonly lastUsed: string | null;
  readonly ends: string | null;
  readonly state: "works" | "expired" | "revoked" | "stopped";
  /** The id of its giver, where an owner can take it over because the giver manages keys no more. */
  readonly orphanOf: string | null;
}

interface Key {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly agent: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly madeBy: { readonly email: string; readonly isMember: boolean } | null;
  readonly giver: { readonly id: string; readonly email: string; readonly role: string | null } | null;
  readonly isGiven: boolean;
}

/** @param now in milliseconds since 1970 */
export function makeKeyRow(key: Key, now: number): KeyRow {
  const expired = key.expiresAt !== null && Date.parse(key.expiresAt) <= now;
  const state = key.revokedAt !== null ? "revoked" : expired ? "expired" : key.isGiven ? "works" : "stopped";
  const isOpen = state === "works" || state === "stopped";
  return {
    id: key.id,
    name: key.name,
    prefix: `${key.prefix}…`,
    scopes: `${key.scopes.join(", ")}${key.agent === null ? "" : `, of ${key.agent} alone`}`,
    madeBy: describeMaker(key),
    created: key.createdAt,
    lastUsed: key.lastUsedAt,
    ends: key.revokedAt ?? key.expiresAt,
    state,
    orphanOf: isOpen && key.giver !== null && key.giver.role !== "owner" ? key.giver.id : null,
  };
}

function describeMaker({ madeBy, giver }: Key): string {
  if (madeBy === null) return giver?.email ?? "";
  const maker = `${madeBy.email}${madeBy.isMember ? "" : ", who has left"}`;
  if (giver === null) return maker;
  if (giver.email !== madeBy.email) return `${maker}; taken over by ${giver.email}`;
  return giver.role === null || giver.role === "owner" ? maker : `${maker}, who is ${giver.role} now`;
}

export interface AuditRow {
  readonly id: string;
  readonly at: string;
  readonly who: string;
  readonly what: string;
  readonly detail: string;
  readonly from: string;
}

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly address: string | null;
  readonly count: number;
}

export function makeAuditRow(entry: Entry): AuditRow {
  const { from, to, ...others } = entry.detail;
  const range = typeof from === "number" && typeof to === "number" ? [`turns ${from} to ${to}`] : [];
  const parts = [
    ...range,
    ...Object.entries(range.length > 0 ? others : entry.detail).map(([name, value]) =>
      describeParticular(name, value),
    ),
  ];
  return {
    id: entry.id,
    at: entry.at,
    who: entry.actor,
    what: `${describeAction(entry.action)}${entry.count > 1 ? ` ${entry.count} times` : ""}`,
    detail: [...(entry.target === null ? [] : [entry.target]), ...parts].join(", "),
    from: entry.address ?? "",
  };
}

function describeAction(action: string): string {
  return Object.entries(AUDIT_ACTIONS).find(([name]) => name === action)?.[1] ?? action;
}

/** A number stands before the word that it counts: "older than 30 days", "1 session". */
function describeParticular(name: string, value: unknown): string {
  const words = addSpaces(name);
  const counted = typeof value === "number" ? /^(.* )?([a-z]+s)$/.exec(words) : null;
  if (counted === null || typeof value !== "number") return `${words} ${showValue(value)}`;
  const [, before = "", unit = ""] = counted;
  return `${before}${count(value)} ${value === 1 ? unit.replace(/ies$/, "y").replace(/s$/, "") : unit}`;
}

function addSpaces(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function showValue(value: unknown): string {
  return value === null ? "none" : typeof value === "object" ? JSON.stringify(value) : String(value);
}
