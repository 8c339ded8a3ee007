"use client";

import { Sheet, Table, VerdictPill } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { OtherBranch } from "../shell/other-branch.tsx";
import { SetAsideTag } from "../shell/set-aside-tag.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import type { RunLine } from "./prepare-overview.ts";

/** The runs that were published last. */
export function LatestRuns({ runs, timeZone }: { runs: readonly RunLine[]; timeZone: string }) {
  if (runs.length === 0) return null;
  return (
    <Sheet label="Latest runs" className="mt-5">
      <h2 className="px-4 py-3.5 text-15 font-semibold wide:px-5">Latest runs</h2>
      <Table label="Latest runs" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Outcome</th>
            <th scope="col">Results</th>
            <th scope="col">Environment</th>
            <th scope="col" className="right">
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id} className="relative">
              <th scope="row">
                <span dir="auto" className="text-14 font-semibold [overflow-wrap:anywhere]">
                  <AppLink
                    href={run.href}
                    className="after:absolute after:inset-0 after:content-[''] hover:underline"
                  >
                    {run.experiment.name}, run {run.number}
                  </AppLink>
                </span>
                <span className="mt-0.5 block text-12 font-normal [overflow-wrap:anywhere] text-ink-3">
                  {run.service} ·{" "}
                  <AppLink href={run.experiment.href} className="relative z-1 hover:underline">
                    all runs
                  </AppLink>
                </span>
              </th>
              <td className="max-wide:justify-self-end">
                <VerdictPill state={run.state} />
                <OtherBranch branch={run.otherBranch} />
                <SetAsideTag setAside={run.setAside} />
              </td>
              <td>{run.figures === "" ? <span className="text-ink-3">-</span> : run.figures}</td>
              <td className="max-w-48 wrap-anywhere max-wide:hidden!">
                {run.environment ?? <span className="text-ink-3">-</span>}
              </td>
              <td className="right whitespace-nowrap">
                {run.age}
                <span className="block text-12 text-ink-3">
                  <ViewerTime from={run.at} uploadedAt={run.uploadedAt} timeZone={timeZone} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}
