import { useQuery } from "@tanstack/react-query";
import type { RunComment } from "@headroom/services";
import { useTRPC } from "../../../trpc/client.tsx";
import { useRunView } from "../view/run-view.tsx";

/** The comments of the run: `first`, until there are newer ones. The panel of comments shows a failure. */
export function useComments(first: RunComment[]) {
  const trpc = useTRPC();
  const { runId } = useRunView();
  const { data, error, refetch } = useQuery({
    ...trpc.run.comments.queryOptions({ runId }),
    initialData: { comments: first },
  });
  return { comments: data.comments, error, readAgain: () => void refetch() };
}
