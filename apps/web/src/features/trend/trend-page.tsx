import type { Trend } from "@headroom/services";
import { EmptyState, PageHead, Sentence, Sheet } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ChangesSheet } from "./changes-sheet.tsx";
import { prepareTrend } from "./prepare-trend.ts";
import type { TrendQuery } from "./search-params.ts";
import { TrendControls } from "./trend-controls.tsx";
import { TrendWorkbench } from "./trend-workbench.tsx";

interface TrendPageProps {
  trend: Trend;
  query: TrendQuery;
  timeZone: string;
  mayEdit: boolean;
}

/** One figure over all runs of an experiment, where it changed, and the runs to open or to compare. */
export function TrendPage({ trend, query, timeZone, mayEdit }: TrendPageProps) {
  const model = prepareTrend(trend, query);
  const { experiment, branches, environments } = trend;
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <span>Trend</span>
            <AppLink
              href={`/experiments/${experiment.id}`}
              className="max-w-full truncate underline decoration-line-strong underline-offset-3 hover:text-ink"
            >
              {experiment.name}
            </AppLink>
          </>
        }
        sentence={<Sentence lead={model.sentence.lead} rest={model.sentence.rest} />}
      />
      {trend.runsTotal === 0 ? (
        <Sheet label="Trend">
          <EmptyState
            title="No complete runs yet."
            step="Upload a result of this experiment to start the trend."
          />
        </Sheet>
      ) : (
        <TrendWorkbench
          model={model}
          query={query}
          timeZone={timeZone}
          fileName={`${experiment.slug}-trend-${query.metric}`}
          title={experiment.name}
          controls={
            <TrendControls
              experimentId={experiment.id}
              query={query}
              branches={branches}
              environments={environments}
              priced={trend.currencies.length > 0}
            />
          }
        >
          <ChangesSheet
            experimentId={experiment.id}
            metric={query.metric}
            label={query.label}
            changes={model.changes}
            enough={model.isSearched}
            liveRuns={trend.liveRuns}
            timeZone={timeZone}
            mayEdit={mayEdit}
          />
        </TrendWorkbench>
      )}
    </>
  );
}
