import type { Checked } from "@/lib/core/checked";
import type { VendorConfiguration } from "@/lib/policies/contract/configuration";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** `options` is the JSON Schema of its vendor's configuration. */
export interface ListedPolicy {
  readonly kind: string;
  readonly version: string;
  readonly title: string;
  readonly vendor: string;
  readonly source: string;
  readonly checked: Checked | null;
  /** Why its program is no longer there; `null` while it is. */
  readonly archived: string | null;
  readonly options: JsonObject;
  /** How the vendor's own program is given the options; `null` if no single place takes them. */
  readonly configuration: VendorConfiguration | null;
}

export interface PolicyChoiceInput {
  readonly kind: string;
  readonly version?: string | undefined;
  readonly options: JsonObject;
  readonly pin: boolean | readonly string[];
  readonly restore: boolean;
  readonly recite: boolean;
}

export function makePolicyChoice(kind: string, options: JsonObject): PolicyChoiceInput {
  return { kind, options, pin: false, restore: false, recite: false };
}

export const RECORDED_CHOICE = makePolicyChoice("recorded", {});

export const CHOICES_MAX = 6;
