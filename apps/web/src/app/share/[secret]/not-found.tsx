import { LinkPage } from "../../../features/share/link-page.tsx";

/** Deliberately doesn't say whether the link never existed, has expired or was revoked. */
export default function NotValid() {
  return (
    <LinkPage title="This link is invalid or no longer works.">
      <p>It may have expired or been revoked. Ask the person who sent it for a new one.</p>
    </LinkPage>
  );
}
