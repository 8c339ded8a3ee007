"use client";

import { Button } from "@headroom/ui";

/** Opens the browser's print dialog. */
export function PrintButton() {
  return <Button onClick={() => window.print()}>Print</Button>;
}
