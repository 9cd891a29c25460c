import { createInvitation } from "@/lib/access/invitation";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getDatabase } from "@/lib/db/client";
import { instance } from "@/lib/env";

/**
 * The link makes its user an owner of the instance's first project, once. With `--first` it only works as
 * long as nobody has an account, and the link of an earlier start is withdrawn.
 */
async function main(first: boolean): Promise<void> {
  const db = getDatabase();
  await db.project.upsert({
    where: { id: DEFAULT_PROJECT },
    create: { id: DEFAULT_PROJECT, name: "Default" },
    update: {},
  });
  if (!first || (await db.user.count()) === 0) {
    const own = { projectId: DEFAULT_PROJECT, giver: null } as const;
    await db.invitation.deleteMany({ where: { ...own, usedAt: null } });
    const { token } = await createInvitation(db, { ...own, role: "owner", email: null });
    console.log(
      `\nOpen this once, within a week, to become an owner:\n${instance().url.origin}/join/${token}`,
    );
  }
  await db.$disconnect();
}

main(process.argv.includes("--first")).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
