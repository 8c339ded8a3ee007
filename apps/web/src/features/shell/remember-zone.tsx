"use client";

import { useEffect } from "react";
import { ZONE_COOKIE, rememberCookie } from "./theme.ts";

/** Tells the server the viewer's zone, so that the next page is painted with the right times at once. */
export function RememberZone({ known }: { known: string }) {
  useEffect(() => {
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zone !== known) document.cookie = rememberCookie(ZONE_COOKIE, zone);
  }, [known]);
  return null;
}
