import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { MenuButton } from "./menu-button";
import { usePassingState } from "../use-passing-state";

/** Its answer is added to "Copied" or "Saved". */
export interface TakeAction {
  readonly label: `${"Copy" | "Save"} ${string}`;
  readonly run: () => Promise<string | void> | string | void;
}

const DONE_MS = 4_000;

export function ActionMenu({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions: readonly TakeAction[];
  readonly children?: ReactNode;
}) {
  const [said, setSaid] = usePassingState("");
  const act = async ({ label, run }: TakeAction) => {
    try {
      const more = await run();
      setSaid(`${label.startsWith("Copy") ? "Copied" : "Saved"}${more ?? ""}`, DONE_MS);
    } catch (error) {
      setSaid(error instanceof Error ? error.message : "That did not work");
    }
  };
  return (
    <span className="inline-flex items-center gap-2">
      <span role="status" className="text-xs text-ink-3 empty:-mr-2">
        {said}
      </span>
      <MenuButton
        title={title}
        {...(children === undefined && { name: title })}
        entries={actions.map((action) => ({ label: action.label, onPick: () => void act(action) }))}
      >
        <Download size={13} aria-hidden /> {children}
      </MenuButton>
    </span>
  );
}
