"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Button, Notice } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";
import { mappingAddress } from "./addresses.ts";

/** Makes a service of a sender, and opens the page on which its metrics are mapped. */
export function MapSender({ sender, name }: { sender: string; name: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const map = useMutation(
    trpc.mapping.mapSender.mutationOptions({
      onSuccess: ({ service }) => router.push(mappingAddress(service)),
    }),
  );
  return (
    <>
      <Button
        busy={map.isPending || map.isSuccess}
        onClick={() => map.mutate({ sender })}
        aria-label={`Map it: ${name}`}
      >
        Map it
      </Button>
      {map.isError ? (
        <Notice tone="bad" live className="mt-2">
          {formProblem(map.error, [])?.words}
        </Notice>
      ) : null}
    </>
  );
}
