/** Explains an error to the user in one sentence, and names a possible next step. */
import { formatNamed } from '@protean/formats';
import type { ConvertMessages } from '@protean/messages/convert/messages.ts';
import { writeSize } from '../state/amounts.ts';
import type { Failure, Item, WayOut } from '../state/item.ts';
import type { Refusal } from '../send/outcome.ts';

type Row = readonly [message: keyof ConvertMessages, way: WayOut];

/** Message and next step for each `details.reason`. */
const byReason: Readonly<Record<string, Row>> = {
  password_required: ['failed_password', 'password'],
  encrypted: ['failed_password', 'password'],
  wrong_password: ['failed_wrong_password', 'password'],
  unreadable_file: ['failed_unreadable', 'retry'],
  truncated: ['failed_truncated', 'salvage'],
  damaged: ['failed_damaged', 'salvage'],
  unsupported_feature: ['failed_unsupported', 'target'],
  no_text: ['failed_no_text', 'ocr'],
  no_audio: ['failed_no_audio', 'target'],
  no_video: ['failed_no_video', 'target'],
  no_subtitles: ['failed_no_content', 'target'],
  no_tables: ['failed_no_content', 'target'],
  no_attachments: ['failed_no_content', 'target'],
  content_mismatch: ['failed_mismatch', 'source'],
  no_such_page: ['failed_option', 'retry'],
  no_such_sheet: ['failed_option', 'retry'],
  no_such_track: ['failed_option', 'retry'],
  no_such_instance: ['failed_option', 'retry'],
  nothing_in_range: ['failed_option', 'retry'],
  codec_not_possible: ['failed_option', 'retry'],
  channels_not_possible: ['failed_option', 'retry'],
  wrong_encoding: ['failed_option', 'retry'],
  too_many_pixels: ['failed_too_much', 'none'],
  too_many_pages: ['failed_too_much', 'none'],
  too_many_cells: ['failed_too_much', 'none'],
  too_many_files: ['failed_too_much', 'none'],
  too_complex: ['failed_too_much', 'none'],
  too_deep: ['failed_too_much', 'none'],
  result_too_large: ['failed_too_much', 'none'],
  timeout: ['failed_timeout', 'job'],
  max_size_unreachable: ['failed_smallest', 'size'],
};

const byCode: Readonly<Record<string, Row>> = {
  file_too_large: ['failed_too_large', 'sign_in'],
  quota_exceeded: ['failed_quota', 'plans'],
  invalid_api_key: ['failed_signed_out', 'sign_in'],
  unsupported_route: ['failed_route', 'target'],
  service_unavailable: ['failed_engine', 'retry'],
};

export function failureOf(refusal: Refusal, item: Item, target: string, language: string): Failure {
  const { message: detail, details, requestId } = refusal;
  const [message, way] = rowOf(refusal);
  const { limit, smallest, feature, detected, name: of } = details;
  const actual = typeof detected === 'string' ? formatNamed(detected) : undefined;
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
      actual: actual?.name ?? '',
    },
    ...(typeof smallest === 'number' ? { smallest } : {}),
    ...(actual ? { detected: actual.ext } : {}),
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
