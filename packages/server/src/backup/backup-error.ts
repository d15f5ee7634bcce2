/** The reason why a backup cannot be made or restored, as a message for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
