import type { ReactNode } from "react";
import { Page, PaperFoot, TopBar } from "@headroom/ui";
import type { Crumb } from "@headroom/ui";
import { requireSignedIn } from "../../server/session.ts";
import { PaletteButton } from "../palette/palette-button.tsx";
import { AppLink } from "./app-link.tsx";
import { shellPages } from "./pages.ts";
import type { ShellPage } from "./pages.ts";
import { prepareMenus } from "./prepare-menus.ts";
import { AccountMenu, WorkspaceMenu } from "./shell-menus.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import type { Viewer } from "./viewer.ts";

interface ShellProps {
  crumbs: readonly Crumb[];
  viewer: Viewer;
  page?: ShellPage | null;
  children: ReactNode;
}

/** The frame of every page of a member. The menu names the workspace, so no crumb has to. */
export async function Shell({ crumbs, viewer, page = null, children }: ShellProps) {
  const { ctx, session } = await requireSignedIn();
  const menus = prepareMenus(session, ctx.workspaceId);
  return (
    <Page
      topBar={
        <TopBar
          home="/"
          workspace={<WorkspaceMenu menus={menus} />}
          crumbs={crumbs.filter(({ label }, at) => at > 0 || label !== menus.current)}
          pages={shellPages(page)}
          link={AppLink}
          account={
            <div className="flex flex-none items-center gap-2">
              <PaletteButton />
              <AccountMenu person={menus.person} />
            </div>
          }
        />
      }
      footer={
        <>
          <p>Percentiles come from merged sketches and are never averaged.</p>
          <div className="print:hidden">
            <ThemeSwitch theme={viewer.theme} />
          </div>
          <PaperFoot workspace={menus.current} timeZone={viewer.timeZone} />
        </>
      }
    >
      {children}
    </Page>
  );
}
