/** POST /api/convert (contract §3.1): a file in, the converted file out, with a key or without. */
import type { FastifyInstance } from 'fastify';
import type { AccountPlan } from '../../accounts/plans.ts';
import type { Workspace } from '../../convert/workspace.ts';
import { ServiceError } from '../../errors.ts';
import type { FolderStore } from '../../storage/folder.ts';
import { callerBehind } from '../caller.ts';
import { convertForm, type ConversionServices } from '../conversion.ts';
import { isLarge, withForm } from '../form.ts';
import { largestUpload, receiveUpload } from '../upload.ts';
import type { AdmissionControl } from '../admission.ts';
import type { MinimumThroughput } from '../minimum-throughput.ts';
import { openResult, sendOutcome } from '../result.ts';

export interface ConvertServices extends ConversionServices {
  workspace: Workspace;
  store: FolderStore;
  admission: AdmissionControl;
  minimumThroughput: MinimumThroughput;
  /** Of callers without a key. */
  plan: AccountPlan;
}

export function addConvertRoute(server: FastifyInstance, parts: ConvertServices): void {
  const config = { counted: true, key: 'optional' } as const;
  server.post('/api/convert', { config }, async (request, reply) => {
    const { account, raw } = request;
    const { workspace, admission, converter, quota, minimumThroughput, ending } = parts;
    const { maxOpenFileBytes: maxFileBytes } = account?.plan ?? parts.plan;
    const caller = callerBehind(request);
    // What there is no room for is refused before a byte of the file is read.
    converter.checkRoom(caller);
    if (account && isLarge(raw)) await quota.check(account);
    const bytes = largestUpload(raw, maxFileBytes);
    const outcome = await withForm(
      { workspace, admission, caller, bytes },
      (file) => receiveUpload(raw, file, { maxFileBytes, minimumThroughput, ending }),
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
