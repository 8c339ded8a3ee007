import type { ReactNode } from "react";
import { BrandMark, PaperFoot } from "@headroom/ui";
import { ThemeSwitch } from "../shell/theme-switch.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import type { Viewer } from "../shell/viewer.ts";
import { PrintButton } from "./print-button.tsx";

interface ShareFrameProps {
  kind: string;
  /** When it was read, as shown; null: the report says so itself. */
  asOf: string | null;
  expiresAt: string;
  viewer: Viewer;
  children: ReactNode;
}

/** The frame of a shared report. It has no navigation, because there is nowhere else to go. */
export function ShareFrame({ kind, asOf, expiresAt, viewer, children }: ShareFrameProps) {
  return (
    <div className="paper-page mx-auto max-w-[1120px] px-4 wide:px-8">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line-strong py-4">
        <p className="flex items-center gap-2.5 text-15 font-[650] tracking-[-0.015em]">
          <BrandMark />
          Headroom
        </p>
        <p className="text-13 text-ink-2">
          {kind}
          {asOf === null ? null : (
            <>
              , as of <ViewerTime from={asOf} timeZone={viewer.timeZone} />
            </>
          )}
        </p>
        <p className="text-13 text-ink-3 wide:ml-auto">
          link expires <ViewerTime from={expiresAt} timeZone={viewer.timeZone} />
        </p>
        <PrintButton />
      </header>
      <main id="main">{children}</main>
      <footer className="mt-7 flex flex-wrap items-center justify-between gap-x-5 gap-y-3 pb-10 text-12 text-ink-3 print:mt-4 print:pb-3">
        <div className="print:hidden">
          <ThemeSwitch theme={viewer.theme} />
        </div>
      </footer>
      <PaperFoot workspace={null} timeZone={viewer.timeZone} />
    </div>
  );
}
