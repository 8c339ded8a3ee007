import type { ReactNode } from "react";
import { SelectionProvider } from "../../../../features/catalog/catalog-selection.tsx";

export default function ExperimentsLayout({ children }: { children: ReactNode }) {
  return <SelectionProvider>{children}</SelectionProvider>;
}
