import type { ReactNode } from "react";

export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <p className="text-base font-medium">{title}</p>
      {children !== undefined && <div className="max-w-prose text-ink-2">{children}</div>}
      {action !== undefined && <div className="mt-2 max-w-full">{action}</div>}
    </div>
  );
}
