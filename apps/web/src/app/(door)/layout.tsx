import type { ReactNode } from "react";
import { TrpcProvider } from "../../trpc/client.tsx";

/** The pages for people who aren't signed in. */
export default function DoorLayout({ children }: { children: ReactNode }) {
  return <TrpcProvider>{children}</TrpcProvider>;
}
