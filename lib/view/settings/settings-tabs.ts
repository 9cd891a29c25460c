/** The parts of the settings, each at an address of its own: `/settings?tab=alerts`. */
export const SETTINGS_TABS = [
  { id: "access", title: "Keys and people" },
  { id: "findings", title: "Findings and models" },
  { id: "alerts", title: "Alerts" },
  { id: "judge", title: "Judge" },
  { id: "data", title: "Keeping and masking" },
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number]["id"];

/** The first one where an address names none that there is. */
export function readSettingsTab(asked: string | readonly string[] | undefined): SettingsTab {
  return SETTINGS_TABS.find(({ id }) => id === asked)?.id ?? "access";
}
