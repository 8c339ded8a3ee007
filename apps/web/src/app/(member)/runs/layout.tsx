import type { ReactNode } from "react";
import { TrpcProvider } from "../../../trpc/client.tsx";

/** These pages load more data after the first paint. */
export default function RunsLayout({ children }: { children: ReactNode }) {
  return <TrpcProvider>{children}</TrpcProvider>;
}
