import type { ListedDeletedRun } from "@headroom/services";
import { PageHead, Sheet, SheetSection, textLinkClass } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import { ViewerTime } from "../../shell/viewer-time.tsx";
import { RestoreRun } from "./restore-run.tsx";

interface GoneRunProps {
  run: ListedDeletedRun;
  timeZone: string;
  mayEdit: boolean;
}

/** In the place of a run that was deleted: who did it, until when it can come back, and how. */
export function GoneRun({ run, timeZone, mayEdit }: GoneRunProps) {
  return (
    <>
      <PageHead sentence={`Run ${run.number} of ${run.experiment.name} was deleted.`} />
      <Sheet label="Deleted run">
        <SheetSection className="space-y-3 text-14 text-ink-2">
          <p>
            {run.deletedBy === null ? "Deleted" : `${run.deletedBy} deleted it`} on{" "}
            <ViewerTime from={run.deletedAt.toISOString()} timeZone={timeZone} />.{" "}
            {mayEdit ? "You can restore it until" : "An editor or owner can restore it until"}{" "}
            <ViewerTime from={run.removedAt.toISOString()} timeZone={timeZone} />.
          </p>
          <div className="flex flex-wrap items-center gap-4">
            {mayEdit ? <RestoreRun runId={run.id} number={run.number} look="primary" /> : null}
            <AppLink href="/runs/deleted" className={textLinkClass}>
              All deleted runs
            </AppLink>
          </div>
        </SheetSection>
      </Sheet>
    </>
  );
}
