import type { ComponentProps } from "react";
import { AppLink } from "./app-link.tsx";

/** A link for members. Guests, who can open nothing else, see its text. */
export function MemberLink({ guest, ...link }: ComponentProps<typeof AppLink> & { guest: boolean }) {
  return guest ? <span>{link.children}</span> : <AppLink {...link} />;
}
