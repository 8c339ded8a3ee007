"use client";

import dynamic from "next/dynamic";
import type { RunComment, RunDetail } from "@headroom/services";
import { Sheet, Skeleton, TabPanel, Tabs, formatCount } from "@headroom/ui";
import { CommentsPanel } from "../timeline/comments-panel.tsx";
import { LabelsTable } from "../tables/labels-table.tsx";
import type { LabelsTableProps } from "../tables/labels-table.tsx";
import type { ErrorsPanelProps } from "../tables/errors-panel.tsx";
import { PartsPanel } from "../tables/parts-panel.tsx";
import { useRunView } from "../view/run-view.tsx";
import type { GaugesPanelProps } from "../tables/gauges-panel.tsx";
import type { RunTab } from "../view/search-params.ts";

const ErrorsPanel = dynamic(() => import("../tables/errors-panel.tsx").then((module) => module.ErrorsPanel), {
  ssr: false,
  loading: Waiting,
});
const GaugesPanel = dynamic(() => import("../tables/gauges-panel.tsx").then((module) => module.GaugesPanel), {
  ssr: false,
  loading: Waiting,
});
const LikenessPanel = dynamic(
  () => import("../likeness/likeness-panel.tsx").then((module) => module.LikenessPanel),
  {
    ssr: false,
    loading: Waiting,
  },
);
const SlowestPanel = dynamic(
  () => import("../tables/slowest-panel.tsx").then((module) => module.SlowestPanel),
  {
    ssr: false,
    loading: Waiting,
  },
);
const SlicesPanel = dynamic(() => import("../tables/slices-panel.tsx").then((module) => module.SlicesPanel), {
  ssr: false,
  loading: Waiting,
});

export interface RunTabsProps {
  labels: LabelsTableProps;
  /** Null: the source doesn't say which requests failed. */
  errors: ErrorsPanelProps | null;
  /** Null: there is nothing over time. */
  slices: { wholeMs: number | null; targetMs: number | null } | null;
  gauges: GaugesPanelProps & { total: number };
  /** It was kept from live traffic, so there is nothing to compare it with. */
  isLiveTraffic: boolean;
  events: readonly { at: string; kind: string; title: string; url: string | null }[];
  comments: RunComment[];
  parts: RunDetail["parts"];
  hosts: RunDetail["answer"]["hosts"];
  reparse: RunDetail["answer"]["reparse"];
  origin: string | null;
  ingestUrl: string;
  timeZone: string;
  mayEdit: boolean;
}

/** The tables of a run, one at a time. */
export function RunTabs(props: RunTabsProps) {
  const { view, note } = useRunView();
  const { labels, errors, slices, gauges, events, comments, parts, origin, ingestUrl, timeZone, mayEdit } =
    props;
  const tabs = tabsOf(props);
  const chosen = tabs.some(({ value }) => value === view.tab) ? view.tab : (tabs[0]?.value ?? "events");
  return (
    <Sheet label="Tables" className="mt-5 divide-y-0">
      <Tabs label="Run tables" tabs={tabs} value={chosen} onChange={(tab) => note({ tab })}>
        {labelsTotal(labels) === 0 ? null : (
          <TabPanel value="labels">
            <LabelsTable {...labels} />
          </TabPanel>
        )}
        {errors === null ? null : (
          <TabPanel value="errors">
            <ErrorsPanel {...errors} />
          </TabPanel>
        )}
        {slices === null || origin === null ? null : (
          <TabPanel value="slowest">
            <SlowestPanel origin={origin} />
          </TabPanel>
        )}
        {slices === null ? null : (
          <TabPanel value="slices">
            <SlicesPanel {...slices} />
          </TabPanel>
        )}
        {gauges.total === 0 ? null : (
          <TabPanel value="gauges">
            <GaugesPanel {...gauges} />
          </TabPanel>
        )}
        {props.isLiveTraffic ? null : (
          <TabPanel value="likeness">
            <LikenessPanel timeZone={timeZone} />
          </TabPanel>
        )}
        <TabPanel value="events">
          <CommentsPanel
            first={comments}
            events={events}
            origin={origin}
            timeZone={timeZone}
            mayEdit={mayEdit}
          />
        </TabPanel>
        <TabPanel value="parts">
          <PartsPanel {...{ parts, ingestUrl, mayEdit, hosts: props.hosts, reparse: props.reparse }} />
        </TabPanel>
      </Tabs>
    </Sheet>
  );
}

/** Those that this run has something for. */
function tabsOf(props: RunTabsProps): { value: RunTab; label: string; count?: string }[] {
  const { labels, errors, slices, gauges, events, comments, parts } = props;
  const named = labelsTotal(labels);
  return [
    ...(named === 0 ? [] : [{ value: "labels" as const, label: "Labels", count: formatCount(named) }]),
    ...(errors === null
      ? []
      : [{ value: "errors" as const, label: "Errors", count: formatCount(errors.total) }]),
    ...(slices === null || props.origin === null
      ? []
      : [{ value: "slowest" as const, label: "Slowest requests" }]),
    ...(slices === null ? [] : [{ value: "slices" as const, label: "Slices" }]),
    ...(gauges.total === 0
      ? []
      : [{ value: "gauges" as const, label: "Gauges", count: formatCount(gauges.total) }]),
    {
      value: "events",
      label: "Comments and events",
      count: formatCount(comments.length + events.length),
    },
    ...(props.isLiveTraffic ? [] : [{ value: "likeness" as const, label: "Live traffic" }]),
    props.hosts.length === 0
      ? { value: "parts", label: "Sources", count: formatCount(parts.length) }
      : { value: "parts", label: "Sources and hosts" },
  ];
}

function labelsTotal({ first }: LabelsTableProps): number {
  return first.kinds.reduce((sum, kind) => sum + kind.labels, 0);
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="space-y-3 px-4 py-5 wide:px-5">
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}
