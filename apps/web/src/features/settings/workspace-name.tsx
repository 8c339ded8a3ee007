"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, Field, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";

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
    <form
      className="mt-2 flex max-w-[520px] flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate({ name: typed });
      }}
    >
      <Field
        label="Name of the workspace"
        required
        hint={rename.isSuccess && typed === name ? "Saved." : "Up to 100 characters."}
        error={rename.error?.message}
        className="min-w-0 flex-1 basis-60"
      >
        <TextInput value={typed} onChange={setTyped} maxLength={100} autoComplete="off" />
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
