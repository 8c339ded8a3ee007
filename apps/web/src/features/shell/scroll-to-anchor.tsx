"use client";

import { useEffect } from "react";

/**
 * Goes where the address points. A page that streams in has no such place yet when the browser or the router looks for it, and
 * both then stay at the top.
 */
export function ScrollToAnchor() {
  useEffect(() => {
    // Who has scrolled already, or came back to where they were, stays there.
    if (window.scrollY > 0) return;
    const id = decodeURIComponent(window.location.hash.slice(1));
    if (id !== "") document.getElementById(id)?.scrollIntoView({ block: "start" });
  }, []);
  return null;
}
