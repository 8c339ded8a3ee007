import type { GamedayAnswer, GamedayStepAnswer } from "@headroom/contract";
import { STEP_RULE } from "@headroom/core";
import { EmptyState, Icon, Sheet, SheetNote, SheetSection, SheetTitle } from "@headroom/ui";
import { MemberLink } from "../shell/member-link.tsx";
import { GamedayTime } from "./gameday-time.tsx";
import { STEP_LOOKS, stateText } from "./prepare-gameday.ts";
import { RunLines } from "./run-lines.tsx";
import { TickStep } from "./tick-step.tsx";

interface RunSheetProps {
  gameday: GamedayAnswer;
  mayEdit: boolean;
  guest: boolean;
}

/** The steps in order, each with what has happened to it. */
export function RunSheet({ gameday, mayEdit, guest }: RunSheetProps) {
  const { steps } = gameday;
  if (steps.length === 0)
    return (
      <Sheet label="Run sheet">
        <EmptyState title="No steps are planned." step="Edit the plan to add experiments and what to try." />
      </Sheet>
    );
  return (
    <Sheet label="Run sheet">
      <SheetSection className="pb-3!">
        <SheetTitle>Run sheet</SheetTitle>
      </SheetSection>
      <ol className="divide-y divide-line border-t border-line">
        {steps.map((step, place) => (
          <Step key={step.id} {...{ step, place, gameday, mayEdit, guest }} />
        ))}
      </ol>
      <SheetNote>{STEP_RULE}</SheetNote>
    </Sheet>
  );
}

interface StepProps extends RunSheetProps {
  step: GamedayStepAnswer;
  place: number;
}

function Step({ step, place, gameday, mayEdit, guest }: StepProps) {
  const { state, experiment, title, watcher, words, tick, runs } = step;
  const { icon, edge, ink } = STEP_LOOKS[state];
  const isOver = gameday.phase === "ended" || gameday.phase === "closed";
  return (
    <li className={`break-inside-avoid border-l-4 py-3 pr-4 pl-3 wide:pr-5 wide:pl-4 ${edge}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 text-15 wrap-anywhere">
          <span className="mr-2 text-ink-3 tabular-nums">{place + 1}.</span>
          {experiment === null || experiment.deleted ? (
            <b className="font-semibold">
              <bdi>{title}</bdi>
            </b>
          ) : (
            <b className="font-semibold">
              <MemberLink guest={guest} href={`/experiments/${experiment.id}`} className="hover:underline">
                <bdi>{title}</bdi>
              </MemberLink>
            </b>
          )}
        </span>
        <span className={`inline-flex items-center gap-1.5 text-14 font-semibold ${ink}`}>
          <Icon name={icon} />
          {stateText(step, isOver)}
        </span>
      </div>
      <p className="mt-0.5 text-13 wrap-anywhere text-ink-2">
        {[...targetsText(step), ...(watcher === null ? [] : [`watched by ${watcher}`])].join(" · ")}
      </p>
      <Caution step={step} />
      {words === null ? null : <p className={`mt-1 text-13 ${ink}`}>{words}</p>}
      {tick === null ? null : (
        <p className="mt-1 text-13 wrap-anywhere text-ink-2">
          {tick.note === null ? null : <>{tick.note} · </>}
          <bdi>{tick.by}</bdi>, <GamedayTime at={tick.at} gameday={gameday} />
        </p>
      )}
      <RunLines runs={runs} gameday={gameday} guest={guest} />
      {experiment === null && mayEdit && gameday.phase !== "planned" ? (
        <TickStep gamedayId={gameday.id} step={step} />
      ) : null}
    </li>
  );
}

function targetsText({ experiment, targets }: GamedayStepAnswer): string[] {
  if (experiment === null) return ["ticked by hand"];
  return [targets.length === 0 ? "no targets" : targets.join(", ")];
}

/** Why the step may not say what its reader thinks. */
function Caution({ step: { experiment, changedTargets } }: Pick<StepProps, "step">) {
  const said = [
    ...(experiment?.deleted === true ? ["The experiment was deleted."] : []),
    ...(changedTargets === null
      ? []
      : [
          `Its targets were changed after the plan: ${changedTargets.length === 0 ? "none any more" : changedTargets.join(", ")}.`,
        ]),
  ];
  if (said.length === 0) return null;
  return (
    <p className="mt-1 flex gap-1.5 text-13 wrap-anywhere text-unsure">
      <Icon name="warning" className="mt-0.5" />
      <span className="min-w-0">{said.join(" ")}</span>
    </p>
  );
}
