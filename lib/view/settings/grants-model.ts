import type { AnswerAt } from "@/lib/api/request/request";
import { plural } from "../format/format";

type Given = AnswerAt<"/api/v1/members/{userId}/grants">;
type Grant = Given["grants"][number];
type Kind = Grant["kind"];
type Role = Grant["needs"];
type TakenGrant = {
  readonly [K in Exclude<Kind, "invitation">]: { readonly kind: K; readonly id: string };
}[Exclude<Kind, "invitation">];

/** What is told of grants of one kind, and what of it can be taken over. */
export interface GrantLine {
  readonly words: string;
  readonly taken: readonly TakenGrant[];
}

export interface LostGrants {
  /** What ends with the right, or with the person. */
  readonly ends: readonly GrantLine[];
  /** What works on, although its giver manages it no more. */
  readonly stays: readonly GrantLine[];
  /** What was not listed; null where all was. */
  readonly more: string | null;
}

const RANK: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, owner: 2 };

/** A noun in the singular, and what happens to one and to several. */
const ENDS: Readonly<Record<Kind, readonly [noun: string, one: string, many: string]>> = {
  invitation: ["invitation link", "stops working", "stop working"],
  key: ["API key", "stops working", "stop working"],
  share: ["share", "is closed and its snapshot deleted", "are closed and their snapshots deleted"],
  "alert target": ["address", "gets no more alerts", "get no more alerts"],
  "group role": ["group", "loses its role, and its people leave", "lose their roles, and their people leave"],
};
const STAYS = [
  "works on; nobody who manages keys answers for it",
  "work on; nobody who manages keys answers for them",
] as const;
const NAMED_MAX = 5;

/** @param next the role that the person is to have; `null` for none, when they are removed */
export function buildLostGrants({ grants, more }: Given, next: Role | null): LostGrants {
  const ends = (grant: Grant) => next === null || RANK[next] < RANK[grant.needs];
  const kinds = Object.keys(ENDS) as Kind[];
  return {
    ends: kinds.flatMap((kind) => {
      const [noun, singular, many] = ENDS[kind];
      return listLine(
        grants.filter((grant) => grant.kind === kind && ends(grant)),
        noun,
        singular,
        many,
      );
    }),
    stays:
      next === "owner"
        ? []
        : listLine(
            grants.filter((grant) => grant.kind === "key" && !ends(grant)),
            ENDS.key[0],
            ...STAYS,
          ),
    more: more === 0 ? null : `${plural(more, "grant")} more could not be listed.`,
  };
}

function listLine(grants: readonly Grant[], noun: string, singular: string, many: string): GrantLine[] {
  if (grants.length === 0) return [];
  const names = grants.slice(0, NAMED_MAX).map(({ name }) => name);
  const rest = grants.length - names.length;
  const nameList = `${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return [
    {
      words: `${plural(grants.length, noun)} ${grants.length === 1 ? singular : many}: ${nameList}.`,
      taken: grants.flatMap(({ kind, id }) => (kind === "invitation" ? [] : [{ kind, id }])),
    },
  ];
}
