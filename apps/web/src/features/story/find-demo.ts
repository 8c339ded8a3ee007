import "server-only";
import { STORIES, storyTag } from "@headroom/demo/stories";
import { findTaggedWorkspace } from "@headroom/services";
import { services } from "../../server/services.ts";
import { findSignedIn } from "../../server/session.ts";

/** The person's other workspace that has the demo; null: none has. */
export async function findDemo() {
  const signedIn = await findSignedIn();
  if (signedIn === null) return null;
  const { session, ctx } = signedIn;
  const input = { tags: STORIES.map(({ slug }) => storyTag(slug)), except: ctx.workspaceId };
  return findTaggedWorkspace({ services: services(), session, input });
}
