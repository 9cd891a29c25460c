import Link from "next/link";
import { CommandPalette } from "./command-palette";
import type { AccountMenuModel } from "../access/account-menu";
import { AccountMenu } from "../access/account-menu";
import { HelpButton } from "./help-button";
import { ThemeToggle } from "./theme-toggle";

/** `account` is `null` where nobody signs in. */
export function AppHeader({ account, hasTour }: { account: AccountMenuModel | null; hasTour: boolean }) {
  return (
    <header className="sticky top-0 z-30 flex h-11 items-center gap-4 border-b border-line bg-surface px-4 max-sm:gap-2 max-sm:px-3 print:hidden">
      <Link href="/" className="flex min-h-6 shrink-0 items-center gap-2 font-medium tracking-tight">
        <Mark />
        <span className="max-sm:sr-only">Sightglass</span>
      </Link>
      <nav
        aria-label="Main"
        className="flex min-w-0 items-center gap-3 overflow-x-auto text-xs text-ink-2 max-sm:gap-2 max-sm:[scrollbar-width:none] [&_a]:leading-8"
      >
        <Link href="/" className="hover:text-ink max-sm:hidden">
          Sessions
        </Link>
        <Link href="/audit" className="hover:text-ink">
          Audit
        </Link>
        <Link href="/connect" className="hover:text-ink">
          Connect
        </Link>
        <Link href="/ingestion" className="hover:text-ink">
          Warnings
        </Link>
        <Link href="/settings" className="hover:text-ink">
          Settings
        </Link>
      </nav>
      <div className="ml-auto flex shrink-0 items-center gap-1">
        <CommandPalette />
        {account !== null && <AccountMenu account={account} />}
        <HelpButton hasTour={hasTour} />
        <ThemeToggle />
      </div>
    </header>
  );
}

/** The logo: a sight glass, the vertical gauge in a tank's wall, partly filled. */
function Mark({ size = 18 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 18 18" aria-hidden="true">
      <rect
        x="5.5"
        y="1.5"
        width="7"
        height="15"
        rx="3.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
      <path d="M7.25 8.5h3.5v4.25a1.75 1.75 0 0 1-3.5 0z" fill="var(--kind-tool)" />
      <path d="M2.5 5h2M2.5 9h2M2.5 13h2" stroke="currentColor" strokeWidth="1.25" />
    </svg>
  );
}
