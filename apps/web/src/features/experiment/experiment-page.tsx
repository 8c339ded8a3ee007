import type { ReactNode } from "react";
import type { LikenessAnswer } from "@headroom/contract";
import type { ExperimentDetail, ListedExperimentRuns, RunReference, Trend } from "@headroom/services";
import { DataList, Notice, Sheet, sheetAnchor, textLinkClass } from "@headroom/ui";
import { SelectionProvider } from "../catalog/catalog-selection.tsx";
import { LikenessLine } from "../run/likeness/likeness-line.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { uploadAddress } from "../shell/upload-address.ts";
import { prepareTrend } from "../trend/prepare-trend.ts";
import type { TrendQuery } from "../trend/search-params.ts";
import { TrendControls } from "../trend/trend-controls.tsx";
import { ChangesSheet } from "./changes/changes-sheet.tsx";
import { ExperimentHead } from "./experiment-head.tsx";
import {
  capacityWords,
  prepareRunRows,
  prepareVersions,
  prepareWorkload,
  workloadLine,
} from "./prepare-experiment.ts";
import { rowMetricOf } from "./row-metric.ts";
import { prepareStated } from "./prepare-stated.ts";
import type { StatedFile } from "./prepare-stated.ts";
import { prepareTargetCells } from "./prepare-target-cells.ts";
import { RunsSheet } from "./runs-sheet.tsx";
import { capacityAddress, openedAddress } from "./search-params.ts";
import type { RunsQuery } from "./search-params.ts";
import { TargetCells } from "./target-cells.tsx";
import { TargetVersions } from "./target-versions.tsx";
import { TrendSheet } from "./trend-sheet.tsx";

interface ExperimentPageProps {
  detail: ExperimentDetail;
  trend: Trend;
  query: TrendQuery;
  runs: ListedExperimentRuns;
  runsQuery: RunsQuery;
  /** The run of the change whose levels are compared; null: none. */
  opened: number | null;
  timeZone: string;
  webUrl: string;
  mayEdit: boolean;
  now: Date;
  /** Of the newest run; null: there is none. */
  likeness: LikenessAnswer | null;
  /** What the newest run is compared with; null: there is no run. */
  reference: RunReference | null;
  /** Runs that are being received. */
  running: ReactNode;
}

/** What changed and whether it holds, the trend with its targets, its changes, all runs, and what the experiment is. */
export function ExperimentPage(props: ExperimentPageProps) {
  const { detail, trend, runs, runsQuery, timeZone, webUrl, mayEdit, now } = props;
  const { likeness, reference, running } = props;
  const metric = rowMetricOf(detail);
  const uploadHref = uploadAddress({ service: detail.service.name, experiment: detail.name });
  const rowsOf = (some: ListedExperimentRuns["runs"]) =>
    prepareRunRows({
      runs: some,
      metric,
      changes: detail.changes,
      defaultBranches: detail.defaultBranches,
      presentVersion: detail.targetSets[0]?.version ?? null,
      baselineId: detail.baseline?.id ?? null,
    });
  const rows = rowsOf(runs.runs);
  return (
    <SelectionProvider>
      <ExperimentHead
        detail={detail}
        reference={reference}
        uploadHref={uploadHref}
        webUrl={webUrl}
        mayEdit={mayEdit}
        now={now}
        isPending={rows.some(({ state }) => state === "pending")}
      />
      {running}
      {detail.stated ? <StatedNotice stated={prepareStated(detail.stated)} /> : null}
      <TrendPart {...props} />
      <LikenessLine likeness={likeness} />
      <RunsSheet
        experimentId={detail.id}
        rows={rows}
        setAside={rowsOf(runs.setAside)}
        counts={runs.counts}
        metric={metric}
        query={runsQuery}
        hasEnvironments={trend.environments.length > 1}
        timeZone={timeZone}
        mayEdit={mayEdit}
        isReceiving={detail.isReceiving}
        uploadHref={uploadHref}
      />
      <Workload detail={detail} now={now} />
    </SelectionProvider>
  );
}

function TrendPart(props: ExperimentPageProps) {
  const { detail, trend, query, runs, runsQuery, opened, timeZone, mayEdit } = props;
  const targets = (
    <>
      <TargetCells cells={prepareTargetCells(detail)} />
      <TargetVersions
        versions={prepareVersions(detail.targetSets, runs.setAside)}
        experimentId={detail.id}
        judgedByOthers={detail.judgedByOthers}
        editHref={mayEdit ? `/experiments/${detail.id}/edit` : null}
        timeZone={timeZone}
      />
    </>
  );
  if (trend.runsTotal === 0) return <Sheet label="Targets">{targets}</Sheet>;
  const model = prepareTrend(trend, query);
  const { branches, environments } = trend;
  const heldAgainst = detail.changes.flatMap(({ state, metric, label, run }) =>
    state === "worse" && metric === query.metric && label === query.label && run !== null ? [run.number] : [],
  );
  return (
    <>
      <TrendSheet
        model={model}
        query={query}
        timeZone={timeZone}
        fileName={`${detail.slug}-trend-${query.metric}`}
        title={detail.name}
        baselineId={detail.baseline?.id ?? null}
        controls={
          <TrendControls
            experimentId={detail.id}
            query={query}
            branches={branches}
            environments={environments}
            priced={trend.currencies.length > 0}
          />
        }
      >
        <section id={sheetAnchor("Targets")} aria-label="Targets" className="scroll-mt-4">
          {targets}
        </section>
      </TrendSheet>
      <ChangesSheet
        experimentId={detail.id}
        metric={query.metric}
        label={query.label}
        figure={model.figure.name}
        changes={model.changes}
        sentence={`${model.sentence.lead} ${model.sentence.rest}`}
        heldAgainst={heldAgainst}
        opened={opened}
        address={(run) => openedAddress(runsQuery, run)}
        enough={model.isSearched}
        liveRuns={trend.liveRuns}
        timeZone={timeZone}
        mayEdit={mayEdit}
      />
    </>
  );
}

/** What is sent, in one line that opens. */
function Workload({ detail, now }: { detail: ExperimentDetail; now: Date }) {
  const items = prepareWorkload(detail);
  return (
    <Sheet label="Workload" className="mt-5">
      <details className="px-4 py-3 wide:px-5">
        <summary className="cursor-pointer text-13 text-ink-2">
          <h2 className="inline text-13 font-semibold text-ink">Workload</h2> {workloadLine(detail)}
        </summary>
        <DataList className="mt-3 max-w-[640px]" items={items} />
      </details>
      <p className="px-4 py-3 text-13 text-ink-2 wide:px-5">
        {capacityWords(detail, now)}{" "}
        <AppLink href={capacityAddress(detail.id)} className={textLinkClass}>
          Capacity over runs
        </AppLink>
      </p>
    </Sheet>
  );
}

/** What somebody has changed here and not in the repository: the next upload with the file would undo it. */
function StatedNotice({ stated: { file, differences } }: { stated: StatedFile }) {
  if (differences.length === 0) return null;
  return (
    <Notice tone="unsure" className="mt-5" title={`This experiment differs from ${file}.`}>
      The next upload with the file makes it what the file says.
      <ul className="mt-2 flex flex-col gap-1">
        {differences.map(({ name, here, stated }) => (
          <li key={name}>
            {name}: <b className="font-semibold">{here}</b> here, <b className="font-semibold">{stated}</b> in
            the file
          </li>
        ))}
      </ul>
    </Notice>
  );
}
