import type { ExperimentCapacityAnswer } from "@headroom/contract";
import { EmptyState, PageHead, Sentence, Sheet, SheetSection, Table } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { SimulatedTag } from "../shell/simulated-tag.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { CapacityChart } from "./capacity-chart.tsx";
import { CapacityControls } from "./capacity-controls.tsx";
import { prepareCapacityOverRuns } from "./prepare-capacity.ts";
import type { CapacityOverRuns } from "./prepare-capacity.ts";

interface CapacityPageProps {
  capacity: ExperimentCapacityAnswer;
  timeZone: string;
}

/** Throughput by users over all runs of an experiment, and the law that it follows. */
export function CapacityPage({ capacity, timeZone }: CapacityPageProps) {
  const { experiment, environment, branch, environments, branches, simulated } = capacity;
  const model = prepareCapacityOverRuns(capacity);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <span>Capacity over runs</span>
            <AppLink
              href={`/experiments/${experiment.id}`}
              className="max-w-full truncate underline decoration-line-strong underline-offset-3 hover:text-ink"
            >
              {experiment.name}
            </AppLink>
            <SimulatedTag simulated={simulated ? { withReal: false } : null} />
          </>
        }
        sentence={<Sentence lead={model.lead} rest={model.rest} />}
      />
      <Sheet label="Throughput by users">
        <CapacityControls experimentId={experiment.id} {...{ environment, branch, environments, branches }} />
        {model.chart === null ? (
          <EmptyState
            title="No run has a steady phase with a number of users."
            step="Run the experiment with at least 6 different numbers of users. Most tools' files contain the gauge “users”."
          />
        ) : (
          <div className="px-4 py-4 wide:px-5">
            <CapacityChart chart={model.chart} fileName={`${experiment.slug}-throughput-by-users`} />
          </div>
        )}
        <Notes notes={model.notes} />
        {model.rows.length === 0 ? null : <Runs rows={model.rows} timeZone={timeZone} />}
      </Sheet>
    </>
  );
}

function Notes({ notes }: Pick<CapacityOverRuns, "notes">) {
  if (notes.length === 0) return null;
  return (
    <SheetSection>
      <ul className="space-y-1 text-13 text-ink-2">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </SheetSection>
  );
}

function Runs({ rows, timeZone }: Pick<CapacityOverRuns, "rows"> & { timeZone: string }) {
  return (
    <Table label="Runs" narrow="scroll">
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col" className="right">
            Users
          </th>
          <th scope="col" className="right">
            Successful req/s
          </th>
          <th scope="col" className="right">
            p99, ms
          </th>
          <th scope="col" className="right">
            Started
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, number, ranAt, users, throughput, p99 }) => (
          <tr key={id}>
            <th scope="row">
              <AppLink href={`/runs/${id}`}>Run {number}</AppLink>
            </th>
            <td className="right">{users}</td>
            <td className="right">{throughput}</td>
            <td className="right">{p99 ?? "-"}</td>
            <td className="right">
              <ViewerTime from={ranAt} timeZone={timeZone} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
