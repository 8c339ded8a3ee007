import { Sheet, SheetSection, SheetTitle, Sparkline, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import type { TrendSpark } from "./prepare-experiment.ts";
import { capacityAddress } from "./search-params.ts";

const WIDTH = 360;
const HEIGHT = 64;

/** The last runs in small; their trend and capacity have pages of their own. */
export function TrendStrip({
  sparks,
  experimentId,
}: {
  sparks: readonly TrendSpark[];
  experimentId: string;
}) {
  if (sparks.length === 0) return null;
  return (
    <Sheet label="Last runs" className="mt-5">
      <SheetSection>
        <div className="flex flex-wrap items-baseline justify-between gap-3">
          <SheetTitle>Last {sparks[0]?.values.length ?? 0} runs</SheetTitle>
          <span className="flex flex-wrap gap-x-4 gap-y-1 text-13">
            <AppLink href={capacityAddress(experimentId)} className={textLinkClass}>
              Capacity over runs
            </AppLink>
            <AppLink href={`/experiments/${experimentId}/trend`} className={textLinkClass}>
              Trend of all runs
            </AppLink>
          </span>
        </div>
        <ul className="mt-4 grid grid-cols-1 gap-6 wide:grid-cols-3">
          {sparks.map(({ key, name, latest, values, label }) => (
            <li key={key} className="min-w-0">
              <p className="flex items-baseline justify-between gap-3 text-12 text-ink-3">
                {name} <b className="text-13 font-semibold text-ink">{latest}</b>
              </p>
              <div className="mt-2 [&>svg]:h-auto [&>svg]:max-w-full">
                <Sparkline
                  values={values}
                  target={null}
                  verdict={null}
                  label={label}
                  width={WIDTH}
                  height={HEIGHT}
                />
              </div>
            </li>
          ))}
        </ul>
      </SheetSection>
    </Sheet>
  );
}
