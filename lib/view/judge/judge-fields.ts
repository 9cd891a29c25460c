import { count } from "../format/format";

/** The settings of the judge as the API answers them. */
export interface JudgeSettingsInput {
  readonly on: boolean;
  readonly by: "project" | "environment" | null;
  readonly off: boolean;
  readonly url: string | null;
  readonly model: string | null;
  readonly hasKey: boolean;
  readonly ownAddress: boolean;
  readonly callsPerDay: number;
  readonly tokensPerDay: number;
  readonly today: { readonly calls: number; readonly tokens: number };
}

export interface JudgeFields {
  /** What is asked now, and where. */
  readonly state: string;
  readonly isOn: boolean;
  readonly today: string;
  readonly off: boolean;
  /** `null` where the project may not name an address. */
  readonly address: {
    readonly url: string;
    readonly model: string;
    readonly keyPlaceholder: string;
  } | null;
  readonly callsPerDay: number;
  readonly tokensPerDay: number;
}

export function listJudgeFields(settings: JudgeSettingsInput): JudgeFields {
  const { by, off, url, model, hasKey, ownAddress, callsPerDay, tokensPerDay, today } = settings;
  const isOwn = by !== "environment";
  return {
    state: describeState(settings),
    isOn: settings.on,
    today: `Today (UTC): ${count(today.calls)} of ${count(callsPerDay)} calls, ${count(today.tokens)} of ${count(tokensPerDay)} tokens.`,
    off,
    address: ownAddress
      ? {
          url: isOwn ? (url ?? "") : "",
          model: isOwn ? (model ?? "") : "",
          keyPlaceholder: isOwn && hasKey ? "as it was given" : "none",
        }
      : null,
    callsPerDay,
    tokensPerDay,
  };
}

function describeState({ on, by, off, url, model, ownAddress }: JudgeSettingsInput): string {
  if (on)
    return `On: ${model ?? "a model"} at ${url ?? "its address"} is asked${by === "environment" ? ", as the operator's environment says" : ""}.`;
  if (off && model !== null) return `Switched off here; ${model} would be asked.`;
  return ownAddress
    ? "Off: no model is named, and nothing leaves this machine."
    : "Off: the operator of this instance has named no model.";
}

/**
 * What the form says. A key that was not typed stays; an empty address goes back to the environment's, without a key.
 */
export function readJudgeFields(texts: ReadonlyMap<string, string>, hasAddress: boolean) {
  const said = (name: string): string | null => texts.get(name)?.trim() || null;
  const [url, key] = [said("url"), said("key")];
  const number = (name: string) => {
    const text = said(name);
    return text === null ? {} : { [name]: Number(text) };
  };
  return {
    off: texts.get("on") !== "on",
    ...(hasAddress && { url, model: said("model") }),
    ...(hasAddress && (key !== null ? { key } : url === null ? { key: null } : {})),
    ...number("callsPerDay"),
    ...number("tokensPerDay"),
  };
}
