import { Command, EmptyState } from "@headroom/ui";
import { firstRunCommand } from "./first-run-command.ts";

/** From nothing to a judged run: one line. */
export function FirstRun({ ingestUrl }: { ingestUrl: string }) {
  return (
    <EmptyState
      title="No run was uploaded to this workspace."
      step="Send the result file of a load test: JMeter's CSV or k6's JSON lines. The service and the experiment are made on first use; the answer holds the verdict and the address of the run's page. npm start prints an ingest token."
    >
      <Command text={firstRunCommand(ingestUrl)} label="The command that uploads the first run" />
    </EmptyState>
  );
}
