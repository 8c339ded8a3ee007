import type { Metadata } from "next";
import { NewWorkspacePage } from "../../../../features/account/new-workspace-page.tsx";
import { requireSession } from "../../../../server/session.ts";

export const metadata: Metadata = { title: "New workspace · Headroom" };

export default async function NewWorkspace() {
  const { person, memberships } = await requireSession();
  return <NewWorkspacePage email={person.email} first={memberships.length === 0} />;
}
