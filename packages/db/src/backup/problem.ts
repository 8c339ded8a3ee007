/** Why a backup or a restore can't go on, and what to do about it. */
export class BackupProblem extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BackupProblem";
    this.hint = hint;
  }
}
