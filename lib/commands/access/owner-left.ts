import type { Transaction } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/** @throws AppError `conflict` for a project without an owner, also where the last one goes with a group */
export async function checkOwnerLeft({
  tx,
  projectId,
}: {
  readonly tx: Transaction;
  readonly projectId: string;
}): Promise<void> {
  if ((await tx.membership.count({ where: { projectId, role: "owner" } })) === 0)
    throw new AppError(
      "conflict",
      "a project keeps at least one owner; make somebody else one first, or take over the group that makes them owners",
    );
}
