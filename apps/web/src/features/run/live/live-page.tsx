"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import {
  FigureStrip,
  Notice,
  PageHead,
  Sentence,
  Sheet,
  SheetNote,
  SheetSection,
  SheetTitle,
  Table,
  Tag,
  formatCount,
  formatFigure,
} from "@headroom/ui";
import { useFeed } from "../../../feed/use-feed.ts";
import { AppLink } from "../../shell/app-link.tsx";
import { FeedNotice } from "../../shell/feed-notice.tsx";
import { SimulatedTag } from "../../shell/simulated-tag.tsx";
import { simulatedName } from "../../shell/simulated-words.ts";
import { ViewerTime } from "../../shell/viewer-time.tsx";
import { LiveCharts } from "./live-charts.tsx";
import { percentileText } from "./prepare-live.ts";
import type { LiveFigure } from "./prepare-live.ts";
import type { ShownLive, ShownLiveRun } from "./show-live.ts";

interface LivePageProps {
  runId: string;
  shown: ShownLive;
  timeZone: string;
}

/** A run that is being received: what has arrived so far, and nothing that could be taken for a verdict. */
export function LivePage({ runId, shown: rendered, timeZone }: LivePageProps) {
  const { view, link } = useFeed(rendered, `/api/feed/runs/${runId}`);
  const run = useUntilFinished(view);
  if (run === null) return null;
  const { model } = run;
  return (
    <>
      <Head run={run} timeZone={timeZone} />
      <FeedNotice link={link} what="run" />
      {model.silentFor === null || link !== "live" ? null : (
        <Notice tone="unsure" title={`Nothing has arrived for ${model.silentFor}.`} className="mb-5">
          If no writer sends anything, the run is closed as interrupted, with what has arrived.
        </Notice>
      )}
      {model.targets.length === 0 ? null : (
        <div className="mb-5">
          <FigureStrip label="Targets so far" cells={model.targets.map(toCell)} />
        </div>
      )}
      <FigureStrip label="Figures so far" cells={model.figures.map(toCell)} />
      <OverTime run={run} />
      <Labels labels={run.labels} />
      <Gauges gauges={run.gauges} />
      <Writers writers={run.writers} />
      <p className="mt-5 text-12 text-ink-3">
        {model.later.length === 0 ? "" : `Judged when the run is finished: ${model.later.join(", ")}. `}
        Everything here includes the warm-up. The verdict and the steady phase follow when the run is
        finished. The page follows the run automatically.
      </p>
    </>
  );
}

/** The newest state of the run. When it is finished, the server renders the page of its results at the same address. */
function useUntilFinished({ run }: ShownLive): ShownLiveRun | null {
  const router = useRouter();
  const [last, setLast] = useState(run);
  if (run !== null && run !== last) setLast(run);
  const isFinished = run === null;
  useEffect(() => {
    if (isFinished) router.refresh();
  }, [isFinished, router]);
  return run ?? last;
}

function Head({ run, timeZone }: { run: ShownLiveRun; timeZone: string }) {
  const { model } = run;
  return (
    <PageHead
      eyebrow={
        <>
          <Tag>Running</Tag>
          <SimulatedTag simulated={run.simulated} />
          {model.soFar === null ? null : <Tag>{model.soFar}</Tag>}
        </>
      }
      sentence={<Sentence lead={model.lead} rest={model.rest} />}
      meta={
        <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-2">
          <li className="min-w-0 [overflow-wrap:anywhere]">
            <ExperimentName experiment={run.experiment} />, run{" "}
            <b className="font-medium text-ink">{run.number}</b>
          </li>
          <li>
            opened <ViewerTime from={run.openedAt} timeZone={timeZone} />
          </li>
          {run.heard === null ? null : (
            <li>
              last data <b className="font-medium text-ink">{run.heard}</b>
            </li>
          )}
          {model.meta.map(({ name, value }) => (
            <li key={name} className="min-w-0 [overflow-wrap:anywhere]">
              {name} <b className="font-medium text-ink">{value}</b>
            </li>
          ))}
        </ul>
      }
    />
  );
}

function ExperimentName({ experiment: { id, name, hasPage } }: Pick<ShownLiveRun, "experiment">) {
  return hasPage ? (
    <AppLink href={`/experiments/${id}`} className="hover:underline">
      {name}
    </AppLink>
  ) : (
    name
  );
}

function toCell({ state, ...cell }: LiveFigure) {
  return { ...cell, state: state === null ? null : <Tag>{state}</Tag> };
}

function OverTime({ run }: { run: ShownLiveRun }) {
  const { timeline } = run;
  return (
    <Sheet label="Throughput and latency" className="mt-5">
      <SheetSection className="flex min-w-0 flex-col">
        <SheetTitle>Throughput and latency</SheetTitle>
        {timeline === null ? (
          <p className="mt-3 text-14 text-ink-2">Nothing has arrived yet.</p>
        ) : (
          <LiveCharts
            {...timeline}
            fileName={`run-${run.number}`}
            title={simulatedName(`${run.experiment.name}, run ${run.number}, so far`, run.simulated)}
          />
        )}
      </SheetSection>
    </Sheet>
  );
}

const LIVE_PERCENTILES = ["p50", "p95", "p99"] as const;

function Labels({ labels: { seconds, total, first } }: Pick<ShownLiveRun, "labels">) {
  if (first.length === 0) return null;
  return (
    <Sheet label="Labels" className="mt-5">
      <h2 className="px-4 py-3.5 text-15 font-semibold wide:px-5">Labels, last {seconds} s</h2>
      <Table label="Labels" narrow="scroll">
        <thead>
          <tr>
            <th scope="col">Label</th>
            {["req/s", "p50", "p95", "p99, ms", "Errors"].map((head) => (
              <th key={head} scope="col" className="right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.map((one) => {
            const { label, kind, throughput, errors } = one;
            return (
              <tr key={`${kind} ${label}`}>
                <th scope="row" className="max-w-96 min-w-40">
                  <span title={label} dir="auto" className="block truncate font-mono text-12 font-normal">
                    {label}
                  </span>
                  {kind === "request" ? null : <span className="text-12 font-normal text-ink-3">{kind}</span>}
                </th>
                <td className="right">{throughput === null ? "–" : formatFigure(throughput)}</td>
                {LIVE_PERCENTILES.map((name) => (
                  <td key={name} className="right">
                    {percentileText(one, name) ?? "–"}
                  </td>
                ))}
                <td className="right">{errors === null ? "–" : formatCount(errors)}</td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {total > first.length ? (
        <SheetNote>
          The {first.length} busiest of {formatCount(total)} labels. All of them appear when the run is
          finished.
        </SheetNote>
      ) : null}
    </Sheet>
  );
}

function Gauges({ gauges }: Pick<ShownLiveRun, "gauges">) {
  if (gauges.length === 0) return null;
  return (
    <Sheet label="Gauges" className="mt-5">
      <h2 className="px-4 py-3.5 text-15 font-semibold wide:px-5">Gauges, latest values</h2>
      <Table label="Gauges" narrow="fit">
        <tbody>
          {gauges.map(({ name, value, age }) => (
            <tr key={name}>
              <th scope="row" className="font-normal [overflow-wrap:anywhere]">
                {name}
              </th>
              <td className="right font-semibold">{value}</td>
              <td className="right whitespace-nowrap text-ink-3">{age}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}

function Writers({ writers }: Pick<ShownLiveRun, "writers">) {
  if (writers.length < 2) return null;
  return (
    <Sheet label="Writers" className="mt-5">
      <h2 className="px-4 py-3.5 text-15 font-semibold wide:px-5">Writers</h2>
      <Table label="Writers" narrow="fit">
        <thead>
          <tr>
            <th scope="col">Writer</th>
            <th scope="col" className="right">
              Requests
            </th>
            <th scope="col" className="right">
              Last data
            </th>
          </tr>
        </thead>
        <tbody>
          {writers.map(({ name, state, requests, age }) => (
            <tr key={name}>
              <th scope="row" className="font-normal [overflow-wrap:anywhere]">
                {name} {state === "open" ? null : <Tag>{state}</Tag>}
              </th>
              <td className="right">{formatCount(requests)}</td>
              <td className="right whitespace-nowrap">{age}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}
