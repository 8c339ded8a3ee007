"use client";

import { useEffect } from "react";
import { Button } from "@headroom/ui";

/** Opens the browser's print dialog, and switches to the light theme for any print, however it was started. */
export function PrintButton() {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let chosen: string | undefined;
    const lighten = () => {
      chosen = dataset["theme"];
      dataset["theme"] = "light";
    };
    const restore = () => {
      if (chosen === undefined) delete dataset["theme"];
      else dataset["theme"] = chosen;
    };
    window.addEventListener("beforeprint", lighten);
    window.addEventListener("afterprint", restore);
    return () => {
      window.removeEventListener("beforeprint", lighten);
      window.removeEventListener("afterprint", restore);
    };
  }, []);
  return (
    <Button className="print:hidden" onClick={() => window.print()}>
      Print
    </Button>
  );
}
