"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@headroom/ui";
import { KeepDialog } from "./keep-dialog.tsx";
import type { KeepDialogProps } from "./keep-dialog.tsx";

/** Opens the dialog for the range that the page shows at this moment. */
export function KeepAsRun(props: Omit<KeepDialogProps, "onClose" | "onKept">) {
  const router = useRouter();
  const [range, setRange] = useState<KeepDialogProps["range"] | null>(null);
  return (
    <>
      <Button onClick={() => setRange(props.range)}>Keep as run</Button>
      {range === null ? null : (
        <KeepDialog
          {...props}
          range={range}
          onClose={() => setRange(null)}
          onKept={(runId) => router.push(`/runs/${runId}`)}
        />
      )}
    </>
  );
}
