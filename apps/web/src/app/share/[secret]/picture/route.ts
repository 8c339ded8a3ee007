import { sharedPicture } from "../../../../features/picture/shared-picture.ts";

interface Props {
  params: Promise<{ secret: string }>;
}

/** The picture that chats and mail show for a link. The proxy adds how long it may be kept. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const png = await sharedPicture((await params).secret);
  return new Response(new Uint8Array(png), { headers: { "content-type": "image/png" } });
}
