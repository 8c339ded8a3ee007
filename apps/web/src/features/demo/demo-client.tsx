"use client";

import { TrpcProvider } from "../../trpc/client.tsx";
import { LoadDemo } from "./load-demo.tsx";
import { RemoveDemo } from "./remove-demo.tsx";

export function LoadDemoWithClient({ label }: { label?: string }) {
  return (
    <TrpcProvider>
      <LoadDemo {...(label === undefined ? {} : { label })} />
    </TrpcProvider>
  );
}

export function RemoveDemoWithClient() {
  return (
    <TrpcProvider>
      <RemoveDemo />
    </TrpcProvider>
  );
}
