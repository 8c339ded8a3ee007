"use client";

import { MINUTE_MILLIS } from "@headroom/core";
import { useMutation } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import { useTRPC } from "../../trpc/client.tsx";

/** Shorter than a ticket's lifetime, because the browser's clock may differ from the server's. */
const USED_FOR_MILLIS = 8 * MINUTE_MILLIS;

export interface Tickets {
  /** A ticket that is still valid; a new one if necessary. */
  take: () => Promise<string>;
  /** Ingest no longer accepts the ticket. */
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
