"use client";

import { MINUTE_MILLIS } from "@headroom/core";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { useRouter } from "next/navigation";
import { useContext, useState } from "react";
import type { ReactNode } from "react";
import superjson from "superjson";
import type { AppRouter } from "../server/app-router.ts";
import { SessionOverSlot } from "./session-over-slot.ts";
import { isSessionOver } from "./session-over.ts";
import { MOST_CALLS } from "./most-calls.ts";

const context = createTRPCContext<AppRouter>();
export const { useTRPC, useTRPCClient } = context;

const FRESH_MILLIS = MINUTE_MILLIS;
const SERVER = { url: "/api/trpc", transformer: superjson };
/** A longer input, such as the pairs of many experiments, is sent as a body: proxies refuse long addresses. */
const MOST_IN_ADDRESS = 1_000;

function createQueryClient(onSessionOver: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSessionOver(error)) onSessionOver();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: FRESH_MILLIS, retry: (failures, error) => failures < 1 && !isSessionOver(error) },
    },
  });
}

export function TrpcProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const showSessionOver = useContext(SessionOverSlot);
  const [over, setOver] = useState(false);
  const [queryClient] = useState(() => createQueryClient(() => setOver(true)));
  const [client] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        splitLink({
          condition: ({ type, input }) =>
            type === "query" && superjson.stringify(input).length > MOST_IN_ADDRESS,
          true: httpLink({ ...SERVER, methodOverride: "POST" }),
          false: httpBatchLink({ ...SERVER, maxURLLength: 2_000, maxItems: MOST_CALLS }),
        }),
      ],
    }),
  );
  const comeBack = () => {
    setOver(false);
    void queryClient.invalidateQueries();
    router.refresh();
  };
  return (
    <QueryClientProvider client={queryClient}>
      <context.TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
        {over ? showSessionOver({ onBack: comeBack, onLeave: () => setOver(false) }) : null}
      </context.TRPCProvider>
    </QueryClientProvider>
  );
}
