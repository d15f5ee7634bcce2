/** POST /api/convert (contract part 4): a file in, the converted file out, without a key. */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Plan } from '../../accounts/plans.ts';
import type { Conversion, Converter } from '../../convert/converter.ts';
import type { Workspace } from '../../convert/workspace.ts';
import { ServiceError } from '../../errors.ts';
import { attachment, cleanFileName } from '../file-name.ts';
import { callerBehind } from '../caller.ts';
import { untilClientLeaves } from '../client.ts';
import type { Intake } from '../intake.ts';
import type { Pace } from '../pace.ts';
import { largestUpload, receiveUpload } from '../upload.ts';

export interface ConvertParts {
  converter: Converter;
  workspace: Workspace;
  plan: Plan;
  intake: Intake;
  pace: Pace;
  /** Aborts when the server is told to end at once. */
  ending: AbortSignal;
}

export function addConvertRoute(server: FastifyInstance, parts: ConvertParts): void {
  server.post('/api/convert', { config: { counted: true } }, async (request, reply) => {
    const { handle, ...conversion } = await convertUpload(request, reply, parts);
    return reply
      .headers({
        'Content-Type': 'application/octet-stream',
        'Content-Length': conversion.size,
        'Content-Disposition': attachment(conversion.fileName),
        'X-Conversion-Time': `${conversion.ms}ms`,
      })
      .send(handle.createReadStream({ highWaterMark: 256 * 1024 }));
  });
}

type Opened = Conversion & { handle: FileHandle };

/** Refuses at once what there is no room for, before a byte of the file is read. */
async function convertUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ConvertParts,
): Promise<Opened> {
  const caller = callerBehind(request);
  parts.converter.checkRoom(caller);
  return parts.intake.hold(caller, largestUpload(request.raw, parts.plan.maxFileBytes), (received) =>
    convertReceived(request, reply, { ...parts, caller, received }),
  );
}

/** The conversion and its result opened; its folder is gone by then, however the client behaves from here on. */
async function convertReceived(
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, received, ...parts }: ConvertParts & { caller: string; received: (size: number) => void },
): Promise<Opened> {
  const { converter, workspace, plan, pace, ending } = parts;
  const dir = await workspace.openJob();
  try {
    const file = path.join(dir, 'upload');
    const { maxFileBytes } = plan;
    const { fileName, fields, size } = await receiveUpload(request.raw, file, { maxFileBytes, pace, ending });
    received(size);
    const { target, source, ...options } = Object.fromEntries(fields);
    if (!target) throw missingTarget();
    const conversion = await converter.convert({
      ...{ file, dir, target, options },
      ...(source === undefined ? {} : { source }),
      fileName: cleanFileName(fileName),
      signal: AbortSignal.any([untilClientLeaves(reply.raw), ending]),
      caller,
    });
    return { ...conversion, handle: await open(conversion.file, constants.O_RDONLY | constants.O_NOFOLLOW) };
  } catch (error) {
    throw anonymousStatus(error);
  } finally {
    await workspace.remove(dir);
  }
}

function missingTarget(): ServiceError {
  return new ServiceError(
    'bad_request',
    'The field "target" is missing: the format to convert to, such as "pdf".',
    {
      details: { field: 'target' },
    },
  );
}

/** Here, and only here, an unsupported pair is 400 (decisions, "unknown source/target on /api/convert"). */
function anonymousStatus(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'unsupported_route') return error;
  const { message, details = {}, cause } = error;
  return new ServiceError('unsupported_route', message, { status: 400, details, cause });
}
