import type { RunningRun } from "@headroom/services";
import { Sheet, Table, Tag, formatAge, formatShort } from "@headroom/ui";
import { AppLink } from "./app-link.tsx";

/** Runs that are being received. Other lists have them only once a writer has ended. */
export function RunningRuns({ runs, now }: { runs: readonly RunningRun[]; now: Date }) {
  if (runs.length === 0) return null;
  return (
    <Sheet label="Running now" className="mb-5">
      <h2 className="px-4 py-3.5 text-15 font-semibold wide:px-5">Running now</h2>
      <Table label="Running now" narrow="blocks">
        <tbody>
          {runs.map((run) => (
            <tr key={run.id} className="relative">
              <th scope="row">
                <span dir="auto" className="text-14 font-semibold [overflow-wrap:anywhere]">
                  <AppLink
                    href={`/runs/${run.id}`}
                    className="after:absolute after:inset-0 after:content-[''] hover:underline"
                  >
                    {run.experiment.name}, run {run.number}
                  </AppLink>
                </span>
                <span className="mt-0.5 block text-12 font-normal [overflow-wrap:anywhere] text-ink-3">
                  {run.service}
                </span>
              </th>
              <td className="max-wide:justify-self-end">
                <Tag>running</Tag>
              </td>
              <td>
                {run.requests === 0
                  ? "nothing has arrived yet"
                  : `${formatShort(run.requests)} requests so far`}
              </td>
              <td className="right whitespace-nowrap">opened {formatAge(run.openedAt, now)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}
