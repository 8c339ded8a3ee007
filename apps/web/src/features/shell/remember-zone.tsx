"use client";

import { useEffect } from "react";
import { ZONE_COOKIE, rememberCookie } from "./theme.ts";

/** Remembers the viewer's time zone in a cookie, so that the server renders the next page with the right times. */
export function RememberZone({ known }: { known: string }) {
  useEffect(() => {
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zone !== known) document.cookie = rememberCookie(ZONE_COOKIE, zone);
  }, [known]);
  return null;
}
