import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ServiceEvent } from "@headroom/contract";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";

export type EditedEvent = Pick<ServiceEvent, "at" | "kind" | "title" | "url" | "until">;

/** Adds, changes and deletes events of a service. */
export function useEvents(service: string) {
  const trpc = useTRPC();
  const router = useRouter();
  const adding = useMutation(trpc.event.add.mutationOptions());
  const changing = useMutation(trpc.event.change.mutationOptions());
  const removing = useMutation(trpc.event.delete.mutationOptions());
  const wordsOf = (error: typeof adding.error) => (error === null ? null : explainRefusal(error).words);
  const done = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      router.refresh();
      return true;
    } catch {
      return false;
    }
  };
  return {
    busy: adding.isPending || removing.isPending,
    problem: wordsOf(adding.error ?? removing.error),
    add: (event: Pick<ServiceEvent, "kind" | "title" | "until">) =>
      done(adding.mutateAsync({ service, ...event })),
    remove: (eventId: string) => void done(removing.mutateAsync({ service, eventId })),
    changing: { busy: changing.isPending, problem: wordsOf(changing.error), forget: changing.reset },
    change: (eventId: string, event: EditedEvent) =>
      done(changing.mutateAsync({ service, eventId, ...event })),
  };
}
