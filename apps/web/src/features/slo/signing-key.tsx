"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { SloAlertAnswer } from "@headroom/contract";
import { Button, ConfirmDialog, CopyButton, Select } from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";

interface SigningKeyProps {
  alert: Pick<SloAlertAnswer, "signingKey" | "previousKeyUntil">;
  timeZone: string;
  /** Owners replace it. */
  mayReplace: boolean;
}

/** With what the workspace's webhooks are signed. */
export function SigningKey({
  alert: { signingKey, previousKeyUntil },
  timeZone,
  mayReplace,
}: SigningKeyProps) {
  if (signingKey === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-4 text-12 text-ink-2 wide:px-5">
      <span>
        Webhooks are signed with this workspace's key.
        {previousKeyUntil === null ? null : (
          <>
            {" "}
            Until <ViewerTime from={previousKeyUntil} timeZone={timeZone} />, they are also signed with the
            previous one.
          </>
        )}
      </span>
      <CopyButton text={signingKey} label="Copy signing key" />
      {mayReplace ? <ReplaceKey /> : null}
    </div>
  );
}

const KEPT = [
  { value: "24", label: "24 hours" },
  { value: "168", label: "7 days" },
  { value: "0", label: "No time: it may be known to others" },
] as const;
type Kept = (typeof KEPT)[number]["value"];

function ReplaceKey() {
  const trpc = useTRPC();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [kept, setKept] = useState<Kept>("24");
  const rotate = useMutation(trpc.slo.rotateKey.mutationOptions());
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Replace key
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Replace the signing key of this workspace?"
        confirm="Replace key"
        danger={kept === "0"}
        onConfirm={async () => {
          await rotate.mutateAsync({ keepPreviousHours: Number(kept) });
          router.refresh();
        }}
        explain={(error) => explainRefusal(error).words}
      >
        <p>
          All webhooks, those of SLOs and those of channels, are signed with the new key from now on. Copy it
          to everything that receives them before the current one stops working.
        </p>
        <label htmlFor="kept-key" className="mt-3 flex flex-col gap-1 text-12">
          The current key stays valid for
          <Select id="kept-key" options={KEPT} value={kept} onChange={setKept} />
        </label>
      </ConfirmDialog>
    </>
  );
}
