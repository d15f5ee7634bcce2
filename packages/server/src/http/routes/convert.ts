/** POST /api/convert (contract §3.1): a file in, the converted file out, with a key or without. */
import type { FastifyInstance } from 'fastify';
import type { Plan } from '../../accounts/plans.ts';
import type { Workspace } from '../../convert/workspace.ts';
import { ServiceError } from '../../errors.ts';
import type { FolderStore } from '../../storage/folder.ts';
import { callerBehind } from '../caller.ts';
import { convertForm, type ConversionParts } from '../conversion.ts';
import { isLarge, withForm } from '../form.ts';
import { largestUpload, receiveUpload } from '../upload.ts';
import type { Intake } from '../intake.ts';
import type { Pace } from '../pace.ts';
import { openResult, sendOutcome } from '../result.ts';

export interface ConvertParts extends ConversionParts {
  workspace: Workspace;
  store: FolderStore;
  intake: Intake;
  pace: Pace;
  /** Of callers without a key. */
  plan: Plan;
}

export function addConvertRoute(server: FastifyInstance, parts: ConvertParts): void {
  const config = { counted: true, key: 'optional' } as const;
  server.post('/api/convert', { config }, async (request, reply) => {
    const { account, raw } = request;
    const { workspace, intake, converter, quota, pace, ending } = parts;
    const { maxOpenFileBytes: maxFileBytes } = account?.plan ?? parts.plan;
    const caller = callerBehind(request);
    // What there is no room for is refused before a byte of the file is read.
    converter.checkRoom(caller);
    if (account && isLarge(raw)) await quota.check(account);
    const bytes = largestUpload(raw, maxFileBytes);
    const outcome = await withForm(
      { workspace, intake, caller, bytes },
      (file) => receiveUpload(raw, file, { maxFileBytes, pace, ending }),
      (form) =>
        convertForm(form, account, reply.raw, parts, (conversion, charge) =>
          openResult(conversion, 'application/octet-stream', charge),
        ),
    ).catch((error: unknown) => {
      throw anonymousStatus(error);
    });
    return sendOutcome(reply, outcome, parts.store);
  });
}

/** Here, and only here, an unsupported pair is 400 (contract §11.2). */
function anonymousStatus(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'unsupported_route') return error;
  const { message, details = {}, cause } = error;
  return new ServiceError('unsupported_route', message, { status: 400, details, cause });
}
