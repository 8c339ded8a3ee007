"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Notice, Switch } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";

export function KeepRawFiles({ keeps, mayManage }: { keeps: boolean; mayManage: boolean }) {
  const trpc = useTRPC();
  const router = useRouter();
  const update = useMutation(trpc.settings.update.mutationOptions({ onSuccess: () => router.refresh() }));
  const shown = update.isPending
    ? (update.variables.keepRawFiles ?? keeps)
    : (update.data?.keepRawFiles ?? keeps);
  return (
    <div className="mt-2">
      <Switch
        label="Keep uploaded files (compressed)"
        checked={shown}
        disabled={!mayManage || update.isPending}
        onChange={(keepRawFiles) => update.mutate({ keepRawFiles })}
      />
      {update.isError ? (
        <Notice tone="bad" live className="mt-2">
          {formProblem(update.error, [])?.words}
        </Notice>
      ) : null}
    </div>
  );
}
