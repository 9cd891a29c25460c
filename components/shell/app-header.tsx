import Link from "next/link";
import { CommandPalette } from "./command-palette";
import { HelpButton } from "./help-button";
import { Mark } from "./mark";
import { ThemeToggle } from "./theme-toggle";

/** The bar on top of every page. */
export function AppHeader() {
  return (
    <header className="sticky top-0 z-30 flex h-11 items-center gap-4 border-b border-line bg-surface px-4 print:hidden">
      <Link href="/" className="flex items-center gap-2 font-medium tracking-tight">
        <Mark />
        Sightglass
      </Link>
      <nav aria-label="Main" className="flex items-center gap-3 text-xs text-ink-2">
        <Link href="/" className="hover:text-ink">
          Sessions
        </Link>
      </nav>
      <div className="ml-auto flex items-center gap-1">
        <CommandPalette />
        <HelpButton />
        <ThemeToggle />
      </div>
    </header>
  );
}
