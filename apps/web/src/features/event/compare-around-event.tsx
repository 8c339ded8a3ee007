"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ServiceEvent } from "@headroom/contract";
import { Button, Notice } from "@headroom/ui";
import { ProblemWords } from "../upload/problem-words.tsx";
import { noTicket } from "../upload/read-problem.ts";
import { useTickets } from "../upload/use-ticket.ts";
import { compareAround } from "./send-comparison.ts";

/** Of the events of one service. */
export function useCompareAround(service: string, ingestUrl: string) {
  const tickets = useTickets();
  const router = useRouter();
  const { mutate, isPending, data, error, variables } = useMutation({
    mutationFn: async (eventId: string) =>
      compareAround({ ingestUrl, ticket: await tickets.take(), service, eventId }),
    onSuccess: (answer) => {
      if ("address" in answer) router.push(answer.address);
      else if (answer.problem.expired) tickets.drop();
    },
  });
  const busy = isPending || (data !== undefined && "address" in data);
  const refused = data !== undefined && "problem" in data && !isPending ? data.problem : null;
  const problem = error === null ? refused : noTicket(error);
  return { compare: mutate, busyWith: busy ? variables : null, problem };
}

type CompareAround = ReturnType<typeof useCompareAround>;

/** A note changes nothing that could be compared. */
export function CompareButton({
  event,
  around: { compare, busyWith },
}: {
  event: ServiceEvent;
  around: CompareAround;
}) {
  if (event.kind === "note") return null;
  return (
    <Button
      look="quiet"
      busy={busyWith === event.id}
      disabled={busyWith !== null}
      onClick={() => compare(event.id)}
      aria-label={`Compare before and after ${event.title}`}
      title="Keeps the hour before and the hour after as two runs, and compares them"
    >
      Compare before and after
    </Button>
  );
}

export function CompareProblem({ around: { problem } }: { around: CompareAround }) {
  if (problem === null) return null;
  return (
    <Notice tone="unsure" live className="mt-3">
      <ProblemWords problem={problem} />
    </Notice>
  );
}
