"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useState, useTransition } from "react";
import { isCost, TREND_AXES, TREND_METRICS } from "@headroom/core";
import type { TrendAxis } from "@headroom/core";
import { Button, Field, Icon, Segmented, Select, TextInput } from "@headroom/ui";
import { trendAddress } from "./search-params.ts";
import type { TrendQuery } from "./search-params.ts";
import { FilterChoice } from "./filter-choice.tsx";
import { trendFigure } from "./trend-figure.ts";

interface TrendControlsProps {
  experimentId: string;
  query: TrendQuery;
  branches: readonly string[];
  environments: readonly string[];
  /** Some run has a price. */
  priced: boolean;
}

const AXIS_NAMES: Record<TrendAxis, string> = {
  date: "Date",
  commit: "Commit",
  branch: "Branch",
  version: "Version",
};
const METRICS = TREND_METRICS.map((value) => ({ value, label: trendFigure(value, null).short }));
const AXES = TREND_AXES.map((value) => ({ value, label: AXIS_NAMES[value] }));

/** The view is in the address: a copied one shows a colleague the same. */
export function TrendControls({ experimentId, query, branches, environments, priced }: TrendControlsProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(query);
  // What narrows the view is in sight.
  const [open, setOpen] = useState(query.axis !== "date" || query.from !== null || query.to !== null);
  const go = (change: Partial<TrendQuery>) =>
    startTransition(() => {
      // A change before this one may still be on its way into the address.
      const next = { ...shown, ...change };
      show(next);
      router.replace(trendAddress(experimentId, next), { scroll: false });
    });
  return (
    <div aria-busy={pending} className="flex flex-col gap-2.5 px-4 py-3 wide:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Segmented
          label="Metric"
          segments={METRICS.filter(({ value }) => priced || !isCost(value) || value === shown.metric)}
          value={shown.metric}
          onChange={(metric) => go({ metric })}
        />
        <span className={open ? "contents" : "contents max-wide:hidden"}>
          <FilterChoice
            name="Branch"
            every="All"
            choices={branches}
            value={shown.branch}
            onChoose={(branch) => go({ branch })}
          />
          <FilterChoice
            name="Environment"
            every="All"
            choices={environments}
            value={shown.environment}
            onChoose={(environment) => go({ environment })}
          />
        </span>
        <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)} className="wide:ml-auto">
          <span className="max-wide:hidden">Dates and order</span>
          <span className="wide:hidden">Filters</span>
          <Icon name={open ? "up" : "down"} />
        </Button>
      </div>
      {open ? <DatesAndOrder shown={shown} go={go} /> : null}
    </div>
  );
}

interface DatesAndOrderProps {
  shown: TrendQuery;
  go: (change: Partial<TrendQuery>) => void;
}

function DatesAndOrder({ shown, go }: DatesAndOrderProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Order by" required className="w-28">
        <Select options={AXES} value={shown.axis} onChange={(axis) => go({ axis })} />
      </Field>
      <Field label="From" required className="w-36">
        <TextInput
          type="date"
          value={shown.from ?? ""}
          onChange={(from) => go({ from: from === "" ? null : from })}
        />
      </Field>
      <Field label="To" required className="w-36">
        <TextInput type="date" value={shown.to ?? ""} onChange={(to) => go({ to: to === "" ? null : to })} />
      </Field>
    </div>
  );
}
