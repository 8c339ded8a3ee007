import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Design · Headroom" };

/** For those who build the product: a build for others has no such page. */
export default async function Design() {
  if (process.env.NODE_ENV !== "development") notFound();
  const { DesignPage } = await import("../../features/design/design-page.tsx");
  return <DesignPage />;
}
