import type { ReactNode } from "react";
import { Button, Page, TopBar } from "@headroom/ui";
import type { Crumb } from "@headroom/ui";
import { PaletteButton } from "../palette/palette-button.tsx";
import { AppLink } from "./app-link.tsx";
import { shellPages } from "./pages.ts";
import type { ShellPage } from "./pages.ts";
import { ThemeSwitch } from "./theme-switch.tsx";
import type { Viewer } from "./viewer.ts";

interface ShellProps {
  crumbs: readonly Crumb[];
  viewer: Viewer;
  page?: ShellPage | null;
  children: ReactNode;
}

/** What stands around every page of a member. */
export function Shell({ crumbs, viewer, page = null, children }: ShellProps) {
  return (
    <Page
      topBar={
        <TopBar
          home="/catalog"
          crumbs={crumbs}
          pages={shellPages(page)}
          link={AppLink}
          account={
            <>
              <PaletteButton />
              <form method="post" action="/sign-out">
                <Button type="submit" look="quiet" className="px-2">
                  Sign out
                </Button>
              </form>
            </>
          }
        />
      }
      footer={
        <>
          <p>Percentiles come from merged sketches and are never averaged.</p>
          <ThemeSwitch theme={viewer.theme} />
        </>
      }
    >
      {children}
    </Page>
  );
}
