"use client";

import { Popover } from "@base-ui/react/popover";
import { hintOf } from "@/lib/view/glossary";

export function Hinted({ label }: { label: string }) {
  const hint = hintOf(label);
  if (hint === null) return <>{label}</>;
  return (
    <Popover.Root>
      <Popover.Trigger
        openOnHover
        delay={300}
        className="cursor-help underline decoration-line-strong decoration-dotted underline-offset-2"
      >
        {label}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} className="z-50">
          <Popover.Popup className="max-w-72 rounded-md bg-raised px-3 py-2 text-xs text-ink shadow-(--shadow)">
            <Popover.Description>{hint}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
