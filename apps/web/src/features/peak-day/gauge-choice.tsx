"use client";

import { useState } from "react";
import type { PeakDayView } from "@headroom/contract";
import { sayShare } from "@headroom/core";
import { Checkbox } from "@headroom/ui";
import { gaugesAddress } from "./search-params.ts";
import { noteAddress } from "../shell/read-again.tsx";

/** As many fit beside throughput, latency and errors without scrolling far. */
const SHOWN_FIRST = 2;

interface GaugeState {
  /** The names of those that are drawn. */
  shown: readonly string[];
  choose: (name: string, isShown: boolean) => void;
}

/** Which gauges are drawn. The address holds the choice. */
export function useGauges(
  { gauges }: PeakDayView,
  { asked, page }: { asked: readonly string[] | null; page: string },
): GaugeState {
  const [chosen, setChosen] = useState(asked);
  const shown = chosen ?? gauges.slice(0, SHOWN_FIRST).map(({ name }) => name);
  return {
    shown,
    choose: (name, isShown) => {
      const next = isShown ? [...shown, name] : shown.filter((one) => one !== name);
      setChosen(next);
      noteAddress(gaugesAddress(page, next));
    },
  };
}

interface GaugeChoiceProps extends GaugeState {
  gauges: PeakDayView["gauges"];
}

export function GaugeChoice({ gauges, shown, choose }: GaugeChoiceProps) {
  if (gauges.length === 0) return null;
  return (
    <>
      <Choice {...{ gauges, shown, choose }} />
      {gauges.map(({ name, share = null }) =>
        share === null ? null : (
          <p key={name} className="mt-1 text-13 text-ink-2">
            <bdi>{name}</bdi>: {sayShare(share)}
          </p>
        ),
      )}
    </>
  );
}

function Choice({ gauges, shown, choose }: GaugeChoiceProps) {
  return (
    <fieldset className="mt-3 flex flex-wrap items-center gap-x-5">
      <legend className="float-left mr-5 text-13 text-ink-2">Gauges</legend>
      {gauges.map(({ name }) => (
        <Checkbox
          key={name}
          label={<bdi>{name}</bdi>}
          checked={shown.includes(name)}
          onChange={(isShown) => choose(name, isShown)}
        />
      ))}
    </fieldset>
  );
}
