import { Menu } from "@base-ui/react/menu";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { useState } from "react";

/** One copy or export. Its answer is added to "Copied" or "Saved". */
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
  const [said, setSaid] = useState("");
  const act = async ({ label, run }: TakeAction) => {
    try {
      const more = await run();
      setSaid(`${label.startsWith("Copy") ? "Copied" : "Saved"}${more ?? ""}`);
      setTimeout(() => setSaid(""), DONE_MS);
    } catch (error) {
      setSaid(error instanceof Error ? error.message : "That did not work");
    }
  };
  return (
    <span className="inline-flex items-center gap-2">
      <span role="status" className="text-xs text-ink-3">
        {said}
      </span>
      <Menu.Root>
        <Menu.Trigger className="btn" title={title} aria-label={children === undefined ? title : undefined}>
          <Download size={13} aria-hidden /> {children}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className="z-40">
            <Menu.Popup className="min-w-48 rounded-md bg-raised py-1 text-xs shadow-(--shadow)">
              {actions.map((action) => (
                <Menu.Item
                  key={action.label}
                  className="cursor-default px-3 py-1 data-[highlighted]:bg-sunken"
                  onClick={() => void act(action)}
                >
                  {action.label}
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </span>
  );
}
