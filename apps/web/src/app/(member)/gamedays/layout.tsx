import type { ReactNode } from "react";
import { TrpcProvider } from "../../../trpc/client.tsx";

/** Forms, ticks and findings call the API. */
export default function GamedaysLayout({ children }: { children: ReactNode }) {
  return <TrpcProvider>{children}</TrpcProvider>;
}
