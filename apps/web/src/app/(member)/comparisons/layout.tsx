import type { ReactNode } from "react";
import { TrpcProvider } from "../../../trpc/client.tsx";

/** Pages that ask for more after the first paint. */
export default function ComparisonsLayout({ children }: { children: ReactNode }) {
  return <TrpcProvider>{children}</TrpcProvider>;
}
