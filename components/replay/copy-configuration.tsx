import JSON5 from "json5";
import type { JsonObject, ListedPolicy } from "@/lib/view/replay/replay-input";
import { writeConfiguration } from "@/lib/view/replay/vendor-configuration";
import { copyText } from "../data/copy-text";
import { ActionMenu, type TakeAction } from "../ui/menu/action-menu";

export default function CopyConfiguration({
  policy: { kind, vendor, configuration },
  options,
  hasLines = false,
}: {
  readonly policy: ListedPolicy;
  readonly options: JsonObject;
  /** Whether the lines stand there too. */
  readonly hasLines?: boolean;
}) {
  const whole = configuration === null ? null : writeConfiguration(configuration, options);
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
    <>
      <ActionMenu title={`Copy for ${vendor}`} actions={actions}>
        Copy for {vendor}
      </ActionMenu>
      {hasLines && whole !== null && (
        <details className="w-full text-xs">
          <summary className="inline-flex min-h-6 w-fit cursor-pointer items-center text-ink-2 select-none">
            The lines to write: {whole.place}
          </summary>
          <pre className="code overflow-x-auto p-2" tabIndex={0}>
            {whole.text}
          </pre>
        </details>
      )}
    </>
  );
}
