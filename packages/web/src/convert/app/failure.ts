/** Explains an error to a person: one sentence, and the next step. */
import type { ConvertMessages } from '@protean/messages/convert/messages.ts';
import { writeSize } from '../state/amounts.ts';
import type { Failure, Item, WayOut } from '../state/item.ts';
import type { Refusal } from '../send/outcome.ts';

type Row = readonly [message: keyof ConvertMessages, way: WayOut];

/** Messages by `details.reason`. */
const byReason: Readonly<Record<string, Row>> = {
  password_required: ['failed_password', 'password'],
  encrypted: ['failed_password', 'password'],
  wrong_password: ['failed_wrong_password', 'password'],
  unreadable_file: ['failed_unreadable', 'retry'],
  truncated: ['failed_truncated', 'salvage'],
  damaged: ['failed_damaged', 'salvage'],
  unsupported_feature: ['failed_unsupported', 'none'],
  no_text: ['failed_no_text', 'ocr'],
  no_audio: ['failed_no_audio', 'none'],
  no_video: ['failed_no_video', 'none'],
  too_many_pixels: ['failed_too_much', 'none'],
  too_many_pages: ['failed_too_much', 'none'],
  too_many_cells: ['failed_too_much', 'none'],
  too_many_files: ['failed_too_much', 'none'],
  too_complex: ['failed_too_much', 'none'],
  timeout: ['failed_timeout', 'job'],
  max_size_unreachable: ['failed_smallest', 'size'],
};

const byCode: Readonly<Record<string, Row>> = {
  file_too_large: ['failed_too_large', 'sign_in'],
  quota_exceeded: ['failed_quota', 'plans'],
  invalid_api_key: ['failed_signed_out', 'sign_in'],
  unsupported_route: ['failed_route', 'none'],
  service_unavailable: ['failed_engine', 'retry'],
};

export function failureOf(refusal: Refusal, item: Item, target: string, language: string): Failure {
  const { message: detail, details, requestId } = refusal;
  const [message, way] = rowOf(refusal);
  const { limit, smallest, feature, name: of } = details;
  const sizeIn = (bytes: unknown) => (typeof bytes === 'number' ? writeSize(bytes, language) : '');
  const { source } = item;
  const failed = 'files' in source ? source.files.find(({ path }) => path === of) : item;
  const name = failed?.format.peek()?.name ?? '';
  return {
    ...{ kind: 'failed', message, way, requestId, detail },
    values: {
      ...{ format: name, source: name, target: target.toUpperCase(), size: writeSize(item.size, language) },
      ...{ limit: sizeIn(limit), smallest: sizeIn(smallest) },
      feature: typeof feature === 'string' ? feature : '',
    },
    ...(typeof smallest === 'number' ? { smallest } : {}),
    ...(typeof of === 'string' ? { of } : {}),
  };
}

/** Returns the message for an error of the service, and the possible next step. */
export function rowOf({ code, reason, details }: Pick<Refusal, 'code' | 'reason' | 'details'>): Row {
  return byReason[reason] ?? byField(details) ?? byCode[code] ?? ['failed_other', 'retry'];
}

function byField({ field }: Refusal['details']): Row | undefined {
  if (field === 'max_size') return ['failed_max_size', 'none'];
  return field === 'source_url' ? ['failed_address', 'retry'] : undefined;
}
