import { buttonClass } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import type { NextModel } from "./prepare-next.ts";

/** The one thing that would settle an unsure run. */
export function NextLine({ next }: { next: NextModel }) {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-14 text-ink">
      <span>{next.words}</span>
      {next.link === null ? null : (
        <AppLink href={next.link.href} className={buttonClass("plain")}>
          {next.link.text}
        </AppLink>
      )}
    </p>
  );
}
