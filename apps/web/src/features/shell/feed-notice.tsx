import { Notice } from "@headroom/ui";
import type { FeedLink } from "../../feed/use-feed.ts";

interface FeedNoticeProps {
  link: FeedLink;
  /** What is watched, such as "peak day". */
  what: string;
}

/** Says that a page that follows the server no longer does. */
export function FeedNotice({ link, what }: FeedNoticeProps) {
  if (link === "live") return null;
  return (
    <Notice tone="bad" live className="mb-5">
      {link === "late"
        ? "New data isn't coming through, so this page may be out of date. It catches up automatically."
        : `You have been signed out, or this ${what} has been deleted. Reload the page.`}
    </Notice>
  );
}
