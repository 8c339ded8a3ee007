import { permanentRedirect } from "next/navigation";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The trend is on the experiment's own page. Links from before keep their view. */
export default async function TrendRoute({ params, searchParams }: Props) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(await searchParams))
    if (typeof value === "string") query.set(name, value);
  const { id } = await params;
  permanentRedirect(
    `/experiments/${encodeURIComponent(id)}${query.size === 0 ? "" : `?${query.toString()}`}`,
  );
}
