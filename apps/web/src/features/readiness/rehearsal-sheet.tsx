import type { ReadinessReport } from "@headroom/contract";
import { Sheet, SheetSection, SheetTitle, Table, Tag, VerdictPill } from "@headroom/ui";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { MemberLink } from "./member-link.tsx";
import { p99Text, rateText } from "./prepare-readiness.ts";

/** The newest runs of the experiments that represent the peak. */
export function RehearsalSheet({
  rehearsals,
  timeZone,
  guest,
}: Pick<ReadinessReport, "rehearsals"> & { timeZone: string; guest: boolean }) {
  if (rehearsals.length === 0) return null;
  return (
    <Sheet label="Rehearsals" className="mt-5">
      <SheetSection className="pb-3!">
        <SheetTitle>Rehearsals</SheetTitle>
      </SheetSection>
      <Table label="Rehearsals" narrow="scroll">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Verdict</th>
            <th scope="col" className="right">
              req/s
            </th>
            <th scope="col" className="right">
              p99, ms
            </th>
            <th scope="col">Environment</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {rehearsals.map((run) => (
            <tr key={run.id}>
              <th scope="row">
                <MemberLink guest={guest} href={`/runs/${run.id}`} className="hover:underline">
                  <bdi>{run.experiment.name}</bdi>, run {run.number}
                </MemberLink>
              </th>
              <td>
                <span className="inline-flex items-center gap-1.5">
                  <VerdictPill state={run.verdict ?? "untargeted"} />
                  {run.simulated ? <Tag>simulated</Tag> : null}
                </span>
              </td>
              <td className="right">{rateText(run) ?? "–"}</td>
              <td className="right">{p99Text(run) ?? "–"}</td>
              <td>{run.environment ?? "–"}</td>
              <td>
                <ViewerTime from={run.ranAt} timeZone={timeZone} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}
