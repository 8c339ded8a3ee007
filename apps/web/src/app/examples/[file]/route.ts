import { exampleFile } from "@headroom/demo/examples";

interface Route {
  params: Promise<{ file: string }>;
}

/** The files of the first runs. They are made up when somebody asks, so that the runs have just ended. */
export async function GET(_request: Request, { params }: Route): Promise<Response> {
  const text = exampleFile((await params).file, new Date());
  if (text === null) return new Response("File not found.\n", { status: 404 });
  return new Response(text, {
    headers: { "content-type": "text/csv; charset=utf-8", "cache-control": "no-store" },
  });
}
