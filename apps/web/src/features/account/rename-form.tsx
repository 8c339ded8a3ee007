"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, Field, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "./form-problem.ts";

export function RenameForm({ name }: { name: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [typed, setTyped] = useState(name);
  const rename = useMutation(trpc.account.rename.mutationOptions({ onSuccess: () => router.refresh() }));
  const saved = rename.isSuccess && rename.variables.name === typed;
  return (
    <form
      className="mt-3 flex max-w-[520px] flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate({ name: typed });
      }}
    >
      <Field
        label="Your name"
        required
        hint={saved ? "Saved." : "The other members see it."}
        error={formProblem(rename.error, ["name"])?.words}
        className="min-w-0 flex-1 basis-60"
      >
        <TextInput value={typed} onChange={setTyped} maxLength={200} autoComplete="name" />
      </Field>
      <Button
        type="submit"
        className="mt-[21px]"
        busy={rename.isPending}
        disabled={typed.trim() === "" || typed.trim() === name}
      >
        Rename
      </Button>
    </form>
  );
}
