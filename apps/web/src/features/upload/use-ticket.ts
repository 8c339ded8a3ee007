"use client";

import { useMutation } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import { useTRPC } from "../../trpc/client.tsx";

/** Less than a ticket holds, by the browser's own clock: the server's may be another. */
const USED_FOR_MILLIS = 8 * 60_000;

export interface Tickets {
  /** One that still holds; a new one where there is none. */
  take: () => Promise<string>;
  /** Ingest would not have it any more. */
  drop: () => void;
}

export function useTickets(): Tickets {
  const trpc = useTRPC();
  const { mutateAsync } = useMutation(trpc.upload.ticket.mutationOptions());
  const held = useRef<{ ticket: Promise<string>; until: number } | null>(null);
  const drop = useCallback(() => {
    held.current = null;
  }, []);
  const take = useCallback(() => {
    const now = Date.now();
    if (held.current !== null && now < held.current.until) return held.current.ticket;
    const ticket = mutateAsync().then((made) => made.ticket);
    held.current = { ticket, until: now + USED_FOR_MILLIS };
    ticket.catch(drop);
    return ticket;
  }, [mutateAsync, drop]);
  return useMemo(() => ({ take, drop }), [take, drop]);
}
