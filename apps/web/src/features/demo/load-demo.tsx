"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Button, Icon } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";

/** Loads the demo's data into this workspace. */
export function LoadDemo({ label = "Load the demo here" }: { label?: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const load = useMutation(trpc.demo.load.mutationOptions({ onSuccess: () => router.refresh() }));
  return (
    <>
      <Button busy={load.isPending || load.isSuccess} onClick={() => load.mutate()}>
        <Icon name="download" />
        {label}
      </Button>
      {load.isError ? (
        <p role="alert" className="basis-full text-13 text-bad">
          {formProblem(load.error, [])?.words}
        </p>
      ) : null}
    </>
  );
}
