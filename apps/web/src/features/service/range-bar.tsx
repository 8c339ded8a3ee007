"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { ReactNode } from "react";
import { Segmented, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { PRESETS, trafficAddress } from "./search-params.ts";
import type { TrafficView } from "./search-params.ts";

interface RangeBarProps {
  slug: string;
  view: TrafficView;
  timeZone: string;
  /** What can be done with the range. */
  children?: ReactNode;
}

const CHOSEN = "chosen";
type Choice = (typeof PRESETS)[number]["value"] | typeof CHOSEN;

/** Which stretch of time the page is about. */
export function RangeBar({ slug, view, timeZone, children }: RangeBarProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const { range } = view;
  const segments: { value: Choice; label: string }[] = PRESETS.map(({ value, label }) => ({ value, label }));
  if ("from" in range) segments.push({ value: CHOSEN, label: "Chosen" });
  const go = (choice: Choice) => {
    const preset = PRESETS.find(({ value }) => value === choice);
    if (preset === undefined) return;
    startTransition(() => router.push(trafficAddress(slug, { ...view, range: preset }), { scroll: false }));
  };
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2" aria-busy={pending}>
      <Segmented
        label="Range"
        segments={segments}
        value={"from" in range ? CHOSEN : range.value}
        onChange={go}
      />
      {"from" in range ? (
        <p className="flex flex-wrap items-baseline gap-x-3 text-13 text-ink-2">
          <ViewerTime from={range.from} to={range.to} timeZone={timeZone} />
          <AppLink href={trafficAddress(slug, { ...view, range: PRESETS[0] })} className={textLinkClass}>
            Back to now
          </AppLink>
        </p>
      ) : null}
      {children ? <div className="wide:ml-auto">{children}</div> : null}
    </div>
  );
}
