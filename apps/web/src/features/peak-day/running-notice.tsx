"use client";

import { useQuery } from "@tanstack/react-query";
import { MINUTE_MILLIS } from "@headroom/core";
import { Notice, textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { peakDayAddress } from "./addresses.ts";
import { ALERT_WORDS } from "./alert-words.ts";

/** While a day runs, what is wrong on it: whether it was ready is the smaller question then. */
export function RunningNotice({ peakDayId: id }: { peakDayId: string }) {
  const trpc = useTRPC();
  const { data, error } = useQuery({
    ...trpc.peakDay.alert.queryOptions({ id }),
    refetchInterval: MINUTE_MILLIS / 2,
  });
  if (error !== null || data === undefined || data.state === "calm") return null;
  return (
    <Notice
      tone="bad"
      live
      className="mb-5"
      title={`${ALERT_WORDS[data.state]}.`}
      action={
        <AppLink href={peakDayAddress(id)} className={textLinkClass}>
          Open the peak day
        </AppLink>
      }
    >
      The day is running. What follows is what tests showed before it.
    </Notice>
  );
}
