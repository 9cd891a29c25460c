/** The parts of the settings, each at an address of its own: `/settings?tab=alerts`. */
const SETTINGS_TABS = [
  { id: "access", title: "Keys and people" },
  { id: "findings", title: "Findings and models" },
  { id: "alerts", title: "Alerts" },
  { id: "judge", title: "Judge" },
  { id: "data", title: "Keeping and masking" },
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number]["id"];

/** What is to be decided comes first: who may do what in a team; without one, nobody needs a key. */
export function listSettingsTabs(isTeam: boolean): readonly { id: SettingsTab; title: string }[] {
  const isFirst = ({ id }: { id: SettingsTab }) => (id === "access") === isTeam;
  return SETTINGS_TABS.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
}

/** The first one where an address names none that there is. */
export function readSettingsTab(asked: string | readonly string[] | undefined, isTeam: boolean): SettingsTab {
  const tabs = listSettingsTabs(isTeam);
  return (tabs.find(({ id }) => id === asked) ?? tabs[0])?.id ?? "access";
}
