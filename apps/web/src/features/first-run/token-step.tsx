"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";

interface TokenStepProps {
  token: string | null;
  onToken: (token: string) => void;
  mayMake: boolean;
}

/** The token is shown within the lines below, this once: only its hash is kept. */
export function TokenStep({ token, onToken, mayMake }: TokenStepProps) {
  const trpc = useTRPC();
  const make = useMutation(
    trpc.firstRun.makeToken.mutationOptions({ onSuccess: ({ secret }) => onToken(secret) }),
  );
  if (!mayMake)
    return (
      <p className="text-13 text-ink-2">
        Tokens are made by owners. Ask one for a token, and put it in the place of $HEADROOM_TOKEN.
      </p>
    );
  if (token !== null)
    return (
      <p className="text-13 text-ink-2" role="status">
        It stands in the lines below and is not shown again. It may send runs and read them, for 30 days.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="primary" onClick={() => make.mutate()} disabled={make.isPending}>
        Make a token
      </Button>
      <p className="text-13 text-ink-2" role={make.isError ? "alert" : undefined}>
        {make.isError ? make.error.message : "Or put one that you have in the place of $HEADROOM_TOKEN."}
      </p>
    </div>
  );
}
