/** All migrations, ordered by name. The effect of a released migration must never change. */
import type { Migration } from 'kysely/migration';
import { up as accounts } from './0001-accounts.ts';
import { up as limits } from './0002-limits.ts';
import { up as jobs } from './0003-jobs.ts';
import { up as standardNames } from './0004-standard-names.ts';
import { up as encryptedKey } from './0005-encrypted-key.ts';
import { up as planSource } from './0006-plan-source.ts';
import { up as limitNotices } from './0007-limit-notices.ts';
import { up as signInLinks } from './0008-sign-in-links.ts';
import { up as uploads } from './0009-uploads.ts';
import { up as dailyUsage } from './0010-daily-usage.ts';
import { up as stripe } from './0011-stripe.ts';
import { up as meter } from './0012-meter.ts';
import { up as deliveryAttempts } from './0013-delivery-attempts.ts';
import { up as uploadMetadata } from './0014-upload-metadata.ts';
import { up as accountDeletion } from './0015-account-deletion.ts';
import { up as carriedOverage } from './0016-carried-overage.ts';
import { up as jobRerun } from './0017-job-rerun.ts';
import { up as reservedUnits } from './0018-reserved-units.ts';
import { up as jobCosts } from './0019-job-costs.ts';
import { up as jobReport } from './0020-job-report.ts';
import { up as jobFiles } from './0021-job-files.ts';
import { up as workers } from './0022-workers.ts';
import { up as traces } from './0023-traces.ts';
import { up as jobNeeds } from './0024-job-needs.ts';
import { up as lastingReservations } from './0025-lasting-reservations.ts';
import { up as needsIndex } from './0026-needs-index.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts': { up: accounts },
  '0002-limits': { up: limits },
  '0003-jobs': { up: jobs },
  '0004-standard-names': { up: standardNames },
  '0005-encrypted-key': { up: encryptedKey },
  '0006-plan-source': { up: planSource },
  '0007-limit-notices': { up: limitNotices },
  '0008-sign-in-links': { up: signInLinks },
  '0009-uploads': { up: uploads },
  '0010-daily-usage': { up: dailyUsage },
  '0011-stripe': { up: stripe },
  '0012-meter': { up: meter },
  '0013-delivery-attempts': { up: deliveryAttempts },
  '0014-upload-metadata': { up: uploadMetadata },
  '0015-account-deletion': { up: accountDeletion },
  '0016-carried-overage': { up: carriedOverage },
  '0017-job-rerun': { up: jobRerun },
  '0018-reserved-units': { up: reservedUnits },
  '0019-job-costs': { up: jobCosts },
  '0020-job-report': { up: jobReport },
  '0021-job-files': { up: jobFiles },
  '0022-workers': { up: workers },
  '0023-traces': { up: traces },
  '0024-job-needs': { up: jobNeeds },
  '0025-lasting-reservations': { up: lastingReservations },
  '0026-needs-index': { up: needsIndex },
};
