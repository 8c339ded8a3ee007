import type { ReactNode } from "react";
import { Icon, Page, PaperFoot, TopBar, buttonClass } from "@headroom/ui";
import type { Crumb } from "@headroom/ui";
import { requireSignedIn } from "../../server/session.ts";
import { AppLink } from "./app-link.tsx";
import { PaletteButton } from "./palette-button.tsx";
import { shellPages } from "./pages.ts";
import type { ShellPage } from "./pages.ts";
import { prepareMenus } from "./prepare-menus.ts";
import { ScrollToAnchor } from "./scroll-to-anchor.tsx";
import { AccountMenu, WorkspaceMenu } from "./shell-menus.tsx";
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
              <UploadLink />
              <AccountMenu person={menus.person} theme={viewer.theme} />
            </div>
          }
        />
      }
      footer={<PaperFoot workspace={menus.current} timeZone={viewer.timeZone} />}
    >
      {children}
      <ScrollToAnchor />
    </Page>
  );
}

/** On narrow screens only its icon is left. */
function UploadLink() {
  return (
    <AppLink href="/upload" className={buttonClass("plain", "max-desk:px-2.5")}>
      <Icon name="upload" />
      <span className="max-desk:sr-only">Upload</span>
    </AppLink>
  );
}
