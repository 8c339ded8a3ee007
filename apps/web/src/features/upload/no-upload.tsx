import { EmptyState, PageHead, Sheet } from "@headroom/ui";

/** For viewers: who can upload for them. */
export function NoUpload() {
  return (
    <>
      <PageHead eyebrow={<span>Upload</span>} sentence="You can view this workspace, but not upload to it." />
      <Sheet label="Upload">
        <EmptyState
          title="Only editors and owners can upload."
          step="Ask a workspace owner to make you an editor, or to upload the file for you."
        />
      </Sheet>
    </>
  );
}
