import type { ReactNode } from "react";
import { TrpcProvider } from "../../../trpc/client.tsx";

/** Forms, events and imports call the API. */
export default function PeakDaysLayout({ children }: { children: ReactNode }) {
  return <TrpcProvider>{children}</TrpcProvider>;
}
