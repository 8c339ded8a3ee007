import { services } from "../server/services.ts";
export const dynamic = "force-dynamic";
export default async function Home() {
  return <p className="bg-surface text-ink">{String(await services().db.ping())}</p>;
}
