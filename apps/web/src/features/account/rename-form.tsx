"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "../../trpc/client.tsx";
import { NameForm } from "../shell/name-form.tsx";
import { formProblem } from "../shell/form-problem.ts";

export function RenameForm({ name }: { name: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [typed, setTyped] = useState(name);
  const rename = useMutation(trpc.account.rename.mutationOptions({ onSuccess: () => router.refresh() }));
  const saved = rename.isSuccess && rename.variables.name === typed;
  return (
    <NameForm
      label="Your name"
      hint={saved ? "Saved." : "Other members see this name."}
      error={formProblem(rename.error, ["name"])?.words}
      maxLength={200}
      autoComplete="name"
      name={name}
      typed={typed}
      onType={setTyped}
      busy={rename.isPending}
      onRename={() => rename.mutate({ name: typed })}
      className="mt-3"
    />
  );
}
