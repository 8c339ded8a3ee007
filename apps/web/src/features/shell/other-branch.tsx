/** Below a verdict: it is of a branch that doesn't count for the service. */
export function OtherBranch({ branch }: { branch: string | null }) {
  if (branch === null) return null;
  return (
    <span className="mt-1 block max-w-36 text-12 text-ink-3 wrap-anywhere">
      on branch <bdi>{branch}</bdi>
    </span>
  );
}
