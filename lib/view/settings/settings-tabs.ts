/** The parts of the settings, each at an address of its own: `/settings?tab=alerts`. */
const SETTINGS_TABS = [
  { id: "access", title: "Keys and people", brief: "Keys" },
  { id: "findings", title: "Findings and models", brief: "Findings" },
  { id: "alerts", title: "Alerts", brief: "Alerts" },
  { id: "judge", title: "Judge", brief: "Judge" },
  { id: "data", title: "Keeping and masking", brief: "Keeping" },
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number]["id"];

interface TabNames {
  readonly id: SettingsTab;
  readonly title: string;
  /** Where all of them stand in one line of a telephone. */
  readonly brief: string;
}

/** What is to be decided comes first: who may do what in a team; without one, nobody needs a key. */
export function listSettingsTabs(isTeam: boolean): readonly TabNames[] {
  const isFirst = ({ id }: { id: SettingsTab }) => (id === "access") === isTeam;
  return SETTINGS_TABS.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
}

/** The first one where an address names none that there is. */
export function readSettingsTab(asked: string | readonly string[] | undefined, isTeam: boolean): SettingsTab {
  const tabs = listSettingsTabs(isTeam);
  return (tabs.find(({ id }) => id === asked) ?? tabs[0])?.id ?? "access";
}
