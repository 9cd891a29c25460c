import JSON5 from "json5";
import type { JsonObject } from "@/lib/view/replay/replay-input";
import { ownerConfiguration } from "@/lib/view/replay/owner-configuration";
import { copyText } from "../data/copy-text";
import { ActionMenu, type TakeAction } from "../ui/action-menu";

export function CopyConfiguration({
  kind,
  owner,
  options,
}: {
  readonly kind: string;
  readonly owner: string;
  readonly options: JsonObject;
}) {
  const whole = ownerConfiguration(kind, options);
  const actions: TakeAction[] = [
    { label: "Copy the options as JSON", run: () => copyText(JSON.stringify(options, null, 2)) },
    { label: "Copy the options as JSON5", run: () => copyText(JSON5.stringify(options, null, 2)) },
  ];
  actions.push({
    label: "Copy as a policy file of the proxy",
    run: () => copyText(JSON.stringify({ kind, options }, null, 2)),
  });
  if (whole !== null) {
    actions.unshift({ label: `Copy as ${whole.place}`, run: () => copyText(whole.text) });
  }
  return (
    <ActionMenu title={`Copy for ${owner}`} actions={actions}>
      Copy for {owner}
    </ActionMenu>
  );
}
