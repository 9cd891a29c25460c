import { PLOT_LEFT } from "./plot";

export function StripCaption({
  title,
  text,
  left = PLOT_LEFT,
}: {
  title: string;
  text: string;
  left?: number;
}) {
  return (
    <p className="mt-2 truncate text-2xs text-ink-3" style={{ paddingLeft: left }} title={text}>
      <span className="font-medium text-ink-2">{title}</span> · <span className="num">{text}</span>
    </p>
  );
}
