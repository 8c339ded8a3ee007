import type { ReactNode } from "react";
import { TrpcProvider } from "../../trpc/client.tsx";

/** The pages of whoever is not in yet. */
export default function DoorLayout({ children }: { children: ReactNode }) {
  return <TrpcProvider>{children}</TrpcProvider>;
}
