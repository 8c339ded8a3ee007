import type { ReactNode } from "react";
import { TrpcProvider } from "../../../trpc/client.tsx";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return <TrpcProvider>{children}</TrpcProvider>;
}
