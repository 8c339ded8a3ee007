import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { explainRefusal } from "../../trpc/explain-refusal.ts";

/** Creates or updates something with `send`, then opens the address that it answers. What was typed stays if that fails. */
export function useSaving<Values>(send: (values: Values) => Promise<string>) {
  const router = useRouter();
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: (address) => {
      router.push(address);
      router.refresh();
    },
  });
  return { save: mutate, busy: isPending, problem: error === null ? null : explainRefusal(error) };
}
