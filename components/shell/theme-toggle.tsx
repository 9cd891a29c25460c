"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";

const ORDER = ["system", "light", "dark"] as const;
const ICONS = { system: Monitor, light: Sun, dark: Moon };

export function ThemeToggle() {
  const { theme, setTheme } = useTheme();
  const mounted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const current = mounted ? (ORDER.find((name) => name === theme) ?? "system") : "system";
  const next = ORDER[(ORDER.indexOf(current) + 1) % ORDER.length] ?? "system";
  const Icon = ICONS[current];
  return (
    <button
      type="button"
      className="btn btn-quiet"
      onClick={() => setTheme(next)}
      title={`Theme: ${current}. Switch to ${next}.`}
      aria-label={`Theme: ${current}. Switch to ${next}.`}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}
