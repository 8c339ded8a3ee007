/** Dark from the start: the room may be, too. */
export default function Loading() {
  return <main id="main" data-theme="dark" className="fixed inset-0 z-50 bg-canvas" />;
}
