import { revealText } from "@/lib/view/format/trace-text";

interface Props {
  label: string;
  value: string;
}

export function FactEntry({ label, value }: Props) {
  return (
    <div className="flex min-w-0 items-baseline gap-1.5">
      <dt className="text-ink-3">{label}</dt>
      <dd className="num break-all" dir="auto">
        {revealText(value)}
      </dd>
    </div>
  );
}
