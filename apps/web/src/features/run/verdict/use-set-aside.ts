import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useToast } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { problemWords } from "../view/problem-words.ts";

/** Sets a run aside, and undoes it. */
export function useSetAside({ runId, number }: { runId: string; number: number }) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const { mutateAsync: setAside } = useMutation(trpc.run.setAside.mutationOptions());
  const { mutate: undo } = useMutation(
    trpc.run.undoSetAside.mutationOptions({
      onSuccess: () => {
        toast({ text: `Run ${number} counts again.`, tone: "good" });
        router.refresh();
      },
      onError: (error) => toast({ text: problemWords(error), tone: "bad" }),
    }),
  );
  const set = async (reason: string) => {
    await setAside({ runId, reason });
    toast({ text: `Run ${number} is set aside.`, tone: "good" });
    router.refresh();
  };
  return { set, undo: () => undo({ runId }) };
}
