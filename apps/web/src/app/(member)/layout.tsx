import type { ReactNode } from "react";
import { ShortcutKeys } from "../../features/palette/shortcut-keys.tsx";
import { requireSignedIn } from "../../server/session.ts";

/** Above every skeleton, so that whoever is not signed in is answered with a redirect and not with a page. */
export default async function MemberLayout({ children }: { children: ReactNode }) {
  await requireSignedIn();
  return (
    <>
      {children}
      <ShortcutKeys />
    </>
  );
}
