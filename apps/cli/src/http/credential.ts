/** A token of Headroom, or what a CI job has in its place. */
export type Credential = string | JobCredential;

export type JobCredential =
  /** As GitLab, and others, put it into a variable. */
  | { kind: "id-token"; idToken: string }
  /** GitHub makes one when it is asked, for the audience that the request names. */
  | { kind: "github"; audience: string; url: string; secret: string };
