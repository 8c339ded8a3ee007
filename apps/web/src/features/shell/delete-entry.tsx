import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ReactNode } from "react";
import { Button, ConfirmDialog } from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";

interface DeleteEntryProps {
  name: string;
  /** "peak day" */
  kind: string;
  send: () => Promise<unknown>;
  /** Where to go once it is deleted. */
  after: string;
  /** What is deleted with it, and what stays. */
  children: ReactNode;
}

/** In the form of something that exists: deletes it, once people confirm. */
export function DeleteEntry({ name, kind, send, after, children }: DeleteEntryProps) {
  const router = useRouter();
  const [asked, setAsked] = useState(false);
  const remove = useMutation({ mutationFn: send, onSuccess: () => router.push(after) });
  return (
    <>
      <Button look="quiet" className="wide:ml-auto" onClick={() => setAsked(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={`Delete ${name}?`}
        confirm={`Delete ${kind}`}
        danger
        onConfirm={() => remove.mutateAsync()}
        explain={(error) => explainRefusal(error).words}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
