import type { GamedayAnswer } from "@headroom/contract";
import { Sheet, SheetSection, SheetTitle } from "@headroom/ui";
import { RunLines } from "./run-lines.tsx";

/** Runs of the service in the window that nobody planned. */
export function OtherRuns({ gameday, guest }: { gameday: GamedayAnswer; guest: boolean }) {
  if (gameday.others.length === 0) return null;
  return (
    <Sheet label="Not in the plan" className="mt-5">
      <SheetSection>
        <SheetTitle>Not in the plan</SheetTitle>
        <p className="mt-1 text-13 text-ink-2">Other runs of the service in the same window.</p>
        <RunLines runs={gameday.others} gameday={gameday} guest={guest} />
      </SheetSection>
    </Sheet>
  );
}
