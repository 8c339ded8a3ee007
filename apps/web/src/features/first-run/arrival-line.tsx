import { VerdictPill, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import type { ArrivedRun } from "./prepare-first-run.ts";

/** The run once it has arrived, and until then what the page is waiting for. The height stays the same. */
export function ArrivalLine({ run, waiting }: { run: ArrivedRun | null; waiting: string }) {
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-13 text-ink-2" role="status">
      {run ? (
        <>
          <VerdictPill state={run.state} />
          <AppLink href={run.href} className={textLinkClass}>
            {run.name}
          </AppLink>
        </>
      ) : (
        <span className="flex items-baseline gap-2.5">
          <span aria-hidden="true" className="size-2 flex-none animate-breathe rounded-full bg-accent" />
          {waiting}
        </span>
      )}
    </p>
  );
}
