"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";

interface TokenStepProps {
  token: string | null;
  onToken: (token: string) => void;
  mayMake: boolean;
}

/** The token is shown in the commands below, only this once: only its hash is stored. */
export function TokenStep({ token, onToken, mayMake }: TokenStepProps) {
  const trpc = useTRPC();
  const make = useMutation(
    trpc.firstRun.makeToken.mutationOptions({ onSuccess: ({ secret }) => onToken(secret) }),
  );
  if (!mayMake)
    return (
      <p className="text-13 text-ink-2">
        Only owners can create tokens. Ask one for a token, then replace $HEADROOM_TOKEN with it.
      </p>
    );
  if (token !== null)
    return (
      <p className="text-13 text-ink-2" role="status">
        The token is in the commands below and won't be shown again. It can upload and read runs for 30 days.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="primary" onClick={() => make.mutate()} disabled={make.isPending}>
        Create a token
      </Button>
      <p className="text-13 text-ink-2" role={make.isError ? "alert" : undefined}>
        {make.isError
          ? formProblem(make.error, [])?.words
          : "Or replace $HEADROOM_TOKEN with one that you have."}
      </p>
    </div>
  );
}
