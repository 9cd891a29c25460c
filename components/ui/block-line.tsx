import { ColorDot } from "./color-dot";
import { ViewLink as Link } from "./view-link";

interface Props {
  href: string;
  color: string;
  name: string;
  preview: string;
  tokens: string;
}

/** A block in one line, which leads to it. */
export function BlockLine({ href, color, name, preview, tokens }: Props) {
  return (
    <Link
      prefetch={false}
      href={href}
      className="group -my-1 grid py-1 grid-cols-[0.5rem_fit-content(60%)_minmax(0,1fr)_auto] items-baseline gap-2"
    >
      <ColorDot color={color} />
      <span className="truncate group-hover:underline" dir="auto">
        {name}
      </span>
      <span className="truncate text-ink-3" dir="auto">
        {preview}
      </span>
      <span className="num">{tokens}</span>
    </Link>
  );
}
