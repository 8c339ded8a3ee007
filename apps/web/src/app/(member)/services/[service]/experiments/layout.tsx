import type { ReactNode } from "react";
import { SelectionProvider } from "../../../../../features/catalog/catalog-selection.tsx";

export default function ServiceExperimentsLayout({ children }: { children: ReactNode }) {
  return <SelectionProvider>{children}</SelectionProvider>;
}
