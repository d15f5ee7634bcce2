/**
 * `protean admin backup|restore`: backs up the whole installation to a folder, and restores it into an empty
 * installation.
 */
import path from 'node:path';
import { backUp } from '../../backup/back-up.ts';
import type { Manifest } from '../../backup/manifest.ts';
import { restore, type KeyState, type Restored } from '../../backup/restore.ts';
import type { Config } from '../../config.ts';
import { systemClock as clock } from '../../kit/clock.ts';
import { randomId as newId } from '../../kit/ids.ts';
import { systemRandom as random } from '../../kit/secrets.ts';
import { UsageError } from '../command.ts';
import type { InstallationOperation } from './operation.ts';

const backup: InstallationOperation = {
  name: 'backup',
  usage: 'FOLDER',
  description:
    'Writes the database and the objects that it refers to into an empty folder, also while servers run.',
  options: {},
  async runOnInstallation(config, args) {
    const folder = folderOf(args);
    const manifest = await backUp({ config, clock, newId, random }, folder);
    const keptIn = placeOfKey(config, manifest);
    return {
      json: { folder, ...summaryOf(manifest), key_included: false, key_kept_in: keptIn },
      text: [
        `${folder} is a complete backup: ${wordsOf(manifest)}.`,
        ...missingWords(manifest),
        keptIn === null
          ? 'This installation has no secret key yet.'
          : `The backup does not contain the secret key (${keptIn}). Keep it in another place. Without it, links, webhook secrets, stored responses and queued jobs are lost.`,
      ].join('\n'),
    };
  },
};

const restoreOperation: InstallationOperation = {
  name: 'restore',
  usage: 'FOLDER',
  description:
    'Restores a backup into an installation that has no accounts and no jobs, while no server runs.',
  options: {},
  makesDatabase: true,
  async runOnInstallation(config, args) {
    const folder = folderOf(args);
    const restored = await restore({ config, clock, newId, random }, folder);
    const { manifest, objects, expired, removed, requeued, key } = restored;
    const counts = { objects_put: objects, objects_expired: expired, objects_removed: removed };
    return {
      json: {
        ...{ folder, ...summaryOf(manifest), ...counts },
        ...{ jobs_requeued: requeued, key },
      },
      text: restoredWords(restored).join('\n'),
    };
  },
};

export const backupOperations: readonly InstallationOperation[] = [backup, restoreOperation];

function folderOf([word, ...more]: readonly string[]): string {
  if (word === undefined || more.length > 0) throw new UsageError('Specify one folder for the backup.');
  return path.resolve(word);
}

function summaryOf({ created_at, program, schema, database, objects }: Manifest) {
  return {
    ...{ created_at, program, schema, database: database.kind },
    ...{ accounts: database.accounts, jobs: database.jobs },
    ...{ objects: objects.count, object_bytes: objects.bytes, objects_missing: objects.missing },
  };
}

function wordsOf({ database, objects }: Manifest): string {
  return `accounts: ${database.accounts}, jobs: ${database.jobs}, objects: ${objects.count} (${objects.bytes} bytes)`;
}

function missingWords({ objects: { missing } }: Manifest): string[] {
  return missing === 0
    ? []
    : [
        `Objects removed while the backup was made: ${missing}. After a restore, jobs that need them fail and are not charged.`,
      ];
}

function placeOfKey({ secretKey, dataDir }: Config, { key }: Manifest): string | null {
  if (key === null) return null;
  return secretKey === undefined ? path.join(dataDir, 'secret.key') : 'SECRET_KEY';
}

function restoredWords({ manifest, objects, expired, removed, requeued, key }: Restored): string[] {
  return [
    ...(removed > 0 ? [`Removed ${removed} objects of an interrupted restore.`] : []),
    `Restored the state of ${manifest.created_at}: ${wordsOf(manifest)}.`,
    `Objects restored: ${objects}. Objects expired since the backup: ${expired}. Running jobs queued again: ${requeued}. All users must sign in again.`,
    ...missingWords(manifest),
    'Keys and accounts that were removed after the backup exist again. Revoke and delete them again.',
    ...keyWords[key],
  ];
}

const lost =
  'links return 404, webhook secrets are void, stored responses are discarded and queued jobs fail';

const keyWords: Readonly<Record<KeyState, readonly string[]>> = {
  same: [],
  unknown: [],
  different: [`Warning: the secret key of this installation differs from that of the backup, so ${lost}.`],
  missing: [
    `Warning: this installation has no secret key yet. Set SECRET_KEY or copy secret.key to DATA_DIR before the server starts. Otherwise ${lost}.`,
  ],
};
