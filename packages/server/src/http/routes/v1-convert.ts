/** POST /v1/convert (contract §3.2): for accounts, with their limits, their quota and `Idempotency-Key`. */
import type { FastifyInstance } from 'fastify';
import type { Workspace } from '../../convert/workspace.ts';
import { fileTooLarge, ServiceError } from '../../errors.ts';
import type { Idempotency } from '../../limits/idempotency.ts';
import { wantsJson } from '../accept.ts';
import { accountOf } from '../authentication.ts';
import { callerBehind } from '../caller.ts';
import { convertForm, type ConversionServices } from '../conversion.ts';
import { isLarge, withForm, type ConversionForm } from '../form.ts';
import type { AdmissionControl } from '../admission.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { withIdempotency, scopeOf } from '../idempotency.ts';
import { keepResult, openResult, sendOutcome, type ResultAnswer, type ResultServices } from '../result.ts';
import { largestSource, receiveSource, type SourceServices } from '../source-url.ts';

export interface AccountConvertServices extends ConversionServices, ResultServices, SourceServices {
  workspace: Workspace;
  admission: AdmissionControl;
  idempotency: Idempotency;
}

const endpoint = '/v1/convert';

export function addAccountConvertRoute(server: FastifyInstance, parts: AccountConvertServices): void {
  const config = { counted: true, key: 'required', session: true } as const;
  server.post(endpoint, { config }, async (request, reply) => {
    const { quota, converter, workspace, admission, store, idempotency } = parts;
    const account = accountOf(request);
    const { maxFileBytes } = account.plan;
    const caller = callerBehind(request);
    const place = scopeOf(request, endpoint);
    const asLink = wantsJson(request.headers.accept);
    const outcome = await withIdempotency(place, idempotency, async ({ answered, replay, keepAnswer }) => {
      if (!answered) {
        // What there is no room for is refused before a byte of the file is read.
        converter.checkRoom(caller);
        if (isLarge(request.raw)) await quota.check(account);
      }
      const take = async (form: ConversionForm): Promise<ResultAnswer> => {
        const answer = await replay(() => fingerprintOf(endpoint, form));
        if (answer) return { answer };
        return convertForm(form, account, reply.raw, parts, (conversion, charge) =>
          place || asLink
            ? keepResult(conversion, asLink, parts, charge, keepAnswer)
            : openResult(conversion, conversion.mime, charge),
        );
      };
      const bytes = largestSource(request, maxFileBytes);
      const receive = (file: string) =>
        receiveSource(request, reply.raw, file, maxFileBytes, parts).catch((error: unknown) => {
          const tooLarge = error instanceof ServiceError && error.code === 'file_too_large';
          throw tooLarge ? fileTooLarge(maxFileBytes, 'Send larger files to POST /v1/jobs.') : error;
        });
      return withForm({ workspace, admission, caller, bytes }, receive, take);
    });
    return sendOutcome(reply, outcome, store);
  });
}
