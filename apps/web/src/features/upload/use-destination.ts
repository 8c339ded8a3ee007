import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useTRPC } from "../../trpc/client.tsx";
import { destinationObstacle, destinationSearch } from "./destination.ts";
import type { DestinationNames } from "./destination.ts";
import type { UploadForm } from "./upload-form.ts";

export type UploadDestination = ReturnType<typeof useDestination>;

/** What exists of the destination that is typed, and what else there is to choose. */
export function useDestination(form: UploadForm) {
  const trpc = useTRPC();
  const service = useDeferredValue(form.service.trim());
  const experiment = useDeferredValue(form.experiment.trim());
  const isWhole = destinationObstacle({ ...form, service, experiment }) === null;
  const isCurrent = service === form.service.trim() && experiment === form.experiment.trim();
  // What is chosen isn't searched for: the list then offers the others.
  const [isTyped, setTyped] = useState(form.experiment === "");
  const search = useDeferredValue(isTyped ? destinationSearch(form) : "");
  const exact = useQuery({
    ...trpc.upload.destination.queryOptions({ service, experiment }),
    enabled: isWhole,
  });
  const suggested = useQuery({
    ...trpc.upload.experiments.queryOptions({ search }),
    placeholderData: keepPreviousData,
  });
  const found = isWhole && isCurrent ? exact.data : undefined;
  return {
    found,
    suggested: suggested.data?.experiments ?? [],
    total: suggested.data?.total ?? 0,
    isFailed: exact.isError || suggested.isError,
    setTyped,
    names: slugsOf(found),
  };
}

/** What exists is sent by its slug: its name may have changed since. */
function slugsOf(found: { service: Slugged; experiment: Slugged } | undefined): Partial<DestinationNames> {
  return {
    ...(found?.service ? { service: found.service.slug } : {}),
    ...(found?.experiment ? { experiment: found.experiment.slug } : {}),
  };
}

type Slugged = { slug: string } | null;
