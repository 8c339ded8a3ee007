"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** The address of the page as it is now, to be copied. */
export function useAddress(): string {
  const path = usePathname();
  const search = useSearchParams().toString();
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "",
  );
  return `${origin}${path}${search === "" ? "" : `?${search}`}`;
}
