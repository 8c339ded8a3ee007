import { LinkPage } from "../../../features/share/link-page.tsx";

/** Whether it never was, has expired, or was revoked, is nobody's business. */
export default function NotValid() {
  return (
    <LinkPage title="This link is not valid, or not valid any more.">
      <p>
        Share links end by themselves after a while, and whoever made one can end it at any time. Ask the
        person who sent it for a new one.
      </p>
    </LinkPage>
  );
}
