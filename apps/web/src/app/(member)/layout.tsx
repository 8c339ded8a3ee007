import type { ReactNode } from "react";
import { ShortcutKeys } from "../../features/palette/shortcut-keys.tsx";
import { requireSignedIn } from "../../server/session.ts";

/** Checks the session above every skeleton, so that people who aren't signed in get a redirect instead of a page. */
export default async function MemberLayout({ children }: { children: ReactNode }) {
  await requireSignedIn();
  return (
    <>
      {children}
      <ShortcutKeys />
    </>
  );
}
