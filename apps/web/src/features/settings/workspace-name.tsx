"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";
import { NameForm } from "../shell/name-form.tsx";

export function WorkspaceName({ name, mayManage }: { name: string; mayManage: boolean }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [typed, setTyped] = useState(name);
  const rename = useMutation(
    trpc.settings.rename.mutationOptions({
      onSuccess: (answer) => {
        setTyped(answer.name);
        router.refresh();
      },
    }),
  );
  if (!mayManage) return <p className="mt-1 text-14 wrap-anywhere">{name}</p>;
  return (
    <NameForm
      label="Workspace name"
      hint={rename.isSuccess && typed === name ? "Saved." : "Up to 100 characters."}
      error={formProblem(rename.error, [])?.words}
      maxLength={100}
      autoComplete="off"
      name={name}
      typed={typed}
      onType={setTyped}
      busy={rename.isPending}
      onRename={() => rename.mutate({ name: typed })}
      className="mt-2"
    />
  );
}
