import { EmptyState, PageHead, Sheet } from "@headroom/ui";

/** For those who only look: who could do it for them. */
export function NoUpload() {
  return (
    <>
      <PageHead
        eyebrow={<span>Upload</span>}
        sentence="You may look at this workspace, and not upload to it."
      />
      <Sheet label="Upload">
        <EmptyState
          title="Uploading is for editors and owners."
          step="Ask an owner of the workspace to make you an editor, or to upload the file for you."
        />
      </Sheet>
    </>
  );
}
