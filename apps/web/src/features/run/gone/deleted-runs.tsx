import { UNDO_DAYS } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { ListedDeletedRun } from "@headroom/services";
import { EmptyState, Muted, PageHead, Sheet, Table, Tag, textLinkClass } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import { ViewerTime } from "../../shell/viewer-time.tsx";
import { RestoreRun } from "./restore-run.tsx";

interface DeletedRunsProps {
  runs: readonly ListedDeletedRun[];
  timeZone: string;
  mayEdit: boolean;
}

/** What was deleted in the last seven days. */
export function DeletedRuns({ runs, timeZone, mayEdit }: DeletedRunsProps) {
  return (
    <>
      <PageHead sentence={<Sentence count={runs.length} />} />
      <Sheet label="Deleted runs">
        {runs.length === 0 ? (
          <EmptyState
            title={`No runs were deleted in the last ${UNDO_DAYS} days.`}
            step={`To delete a run, open its page. You can restore it here for ${UNDO_DAYS} days.`}
          />
        ) : (
          <Table label="Deleted runs" narrow="blocks">
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col">Deleted</th>
                <th scope="col">Permanently deleted</th>
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <tr key={run.id}>
                  <th scope="row" className="font-normal">
                    <AppLink href={`/runs/${run.id}`} className={textLinkClass}>
                      {run.experiment.name}, run {run.number}
                    </AppLink>
                    <span className="block text-12 text-ink-3">{run.service}</span>
                    {run.wasBaseline ? <Tag>was the baseline</Tag> : null}
                  </th>
                  <td>
                    <ViewerTime from={run.deletedAt.toISOString()} timeZone={timeZone} />
                    {run.deletedBy === null ? null : (
                      <span className="block text-12 text-ink-3">by {run.deletedBy}</span>
                    )}
                  </td>
                  <td>
                    <ViewerTime from={run.removedAt.toISOString()} timeZone={timeZone} />
                  </td>
                  <td>{mayEdit ? <RestoreRun runId={run.id} number={run.number} /> : null}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Sheet>
    </>
  );
}

function Sentence({ count }: { count: number }) {
  if (count === 0) return "No deleted runs.";
  return (
    <>
      {plural(count, "deleted run")}. <Muted>You can restore each one for {UNDO_DAYS} days.</Muted>
    </>
  );
}
