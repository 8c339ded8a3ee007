"use client";

import { createContext, useContext, useState } from "react";
import type { ReactNode } from "react";
import type { Crosshair } from "@headroom/ui/charts";

/** What the charts of a page share. Charts load late, so the first one creates the crosshair. */
export interface ChartLinks {
  crosshair: Crosshair | null;
  /** The moment that was looked at last, in seconds from the run's origin. */
  lastAt: number | null;
}

const Context = createContext<ChartLinks | null>(null);

export function ChartLinksProvider({ children }: { children: ReactNode }) {
  const [links] = useState<ChartLinks>(() => ({ crosshair: null, lastAt: null }));
  return <Context value={links}>{children}</Context>;
}

export function useChartLinks(): ChartLinks {
  const links = useContext(Context);
  if (links === null) throw new Error("useChartLinks needs a ChartLinksProvider above it");
  return links;
}

/** The one crosshair of the page; it remembers where it was. */
export function sharedCrosshair(links: ChartLinks, create: () => Crosshair): Crosshair {
  if (links.crosshair === null) {
    const made = create();
    made.subscribe(() => {
      links.lastAt = made.get().at ?? links.lastAt;
    });
    links.crosshair = made;
  }
  return links.crosshair;
}
