#!/usr/bin/env bash
# Keeps the report in one comment of the pull request. Editing a comment notifies nobody. A gate that has always passed
# gets no comment, unless COMMENT is "always". If nothing could be judged, an earlier verdict is replaced, because it is
# about another commit, and no comment is written.
set -euo pipefail

if [ ! -f "$REPORT" ]; then
  echo "There is no report: the gate could not judge the run."
  exit 0
fi

comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
marker=$(head -n 1 "$REPORT")
export marker
found=$(gh api --paginate "$comments" --jq '.[] | select(.body | startswith($ENV.marker)) | .id')
id=${found%%$'\n'*}

if [ -n "$id" ]; then
  gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$REPORT"
elif [ "$OUTCOME" != error ] && { [ "$OUTCOME" != pass ] || [ "$COMMENT" = always ]; }; then
  gh api --silent --method POST "$comments" --field "body=@$REPORT"
fi
