import type { ReactNode } from "react";
import { TrpcProvider } from "../../../../trpc/client.tsx";

/** Keeping live traffic as a run asks for a ticket. */
export default function ServiceLayout({ children }: { children: ReactNode }) {
  return <TrpcProvider>{children}</TrpcProvider>;
}
