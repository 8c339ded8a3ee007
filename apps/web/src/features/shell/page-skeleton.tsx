import type { ReactNode } from "react";
import { Page, TopBar } from "@headroom/ui";
import { AppLink } from "./app-link.tsx";

/** The frame of a page, before it is known whose it is. */
export function PageSkeleton({ children }: { children: ReactNode }) {
  return (
    <Page
      topBar={
        <TopBar
          home="/catalog"
          crumbs={[]}
          pages={[{ label: "Catalog", href: "/catalog", current: true }]}
          link={AppLink}
        />
      }
    >
      {children}
    </Page>
  );
}
