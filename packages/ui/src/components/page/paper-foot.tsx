"use client";

import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { formatInstant } from "@headroom/core/format";
import { lightenForPaper, namePages } from "./paper-mode.ts";

interface PaperFootProps {
  /** Null: the reader is a guest, who doesn't see its name. */
  workspace: string | null;
  /** The zone of the times on the page. */
  timeZone: string;
}

interface Printed {
  name: string;
  address: string;
  at: string;
}

/** Where a printed page comes from, and when. It also makes the page ready for a print, however that was started. */
export function PaperFoot({ workspace, timeZone }: PaperFootProps) {
  const [printed, setPrinted] = useState<Printed | null>(null);
  useEffect(() => {
    let restore = () => {};
    const begin = () => {
      const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone || timeZone;
      const now = printedNow(zone);
      const undo = [lightenForPaper(), namePages(now.name)];
      restore = () => undo.forEach((step) => step());
      flushSync(() => setPrinted(now));
    };
    const end = () => restore();
    // Before the charts measure their places.
    window.addEventListener("beforeprint", begin, { capture: true });
    window.addEventListener("afterprint", end, { capture: true });
    return () => {
      window.removeEventListener("beforeprint", begin, { capture: true });
      window.removeEventListener("afterprint", end, { capture: true });
    };
  }, [timeZone]);
  if (printed === null) return null;
  return (
    <div className="hidden w-full break-inside-avoid border-t border-line pt-2 text-11 text-ink-3 print:block">
      <p className="wrap-anywhere">
        <bdi>{printed.name}</bdi>
        {workspace === null ? null : (
          <>
            {" · workspace "}
            <bdi>{workspace}</bdi>
          </>
        )}
        {` · printed ${printed.at}`}
      </p>
      <p className="wrap-anywhere">{printed.address}</p>
    </div>
  );
}

function printedNow(zone: string): Printed {
  return {
    name: document.title.replace(/ · Headroom$/u, ""),
    address: window.location.href,
    at: `${formatInstant(new Date(), zone)} (${zone}, as all times here)`,
  };
}
