/** Where the demo's stories are listed. */
export const STORIES_PAGE = "/stories";

export function storyAddress(slug: string): string {
  return `${STORIES_PAGE}/${slug}`;
}
