import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Design · Headroom" };

/** For developers of the product. Production builds don't have this page. */
export default async function Design() {
  if (process.env.NODE_ENV !== "development") notFound();
  const { DesignPage } = await import("../../features/design/design-page.tsx");
  return <DesignPage />;
}
