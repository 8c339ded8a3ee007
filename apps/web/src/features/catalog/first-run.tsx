import { Command, EmptyState } from "@headroom/ui";
import { firstRunCommand } from "./first-run-command.ts";

/** From nothing to a judged run with one command. */
export function FirstRun({ ingestUrl }: { ingestUrl: string }) {
  return (
    <EmptyState
      title="No runs yet."
      step="Create a token under Settings, Tokens, then upload the results file of any load tool. The service and the experiment are created on first use. The response contains the verdict and a link to the run."
    >
      <Command text={firstRunCommand(ingestUrl)} label="Upload command" />
    </EmptyState>
  );
}
