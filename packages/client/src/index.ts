/** The public interface of the client: what an application imports. */
export { Protean, type ProteanOptions } from './client.ts';
export type { ConvertRequest } from './conversion-request.ts';
export { ConversionResult } from './conversion-result.ts';
export {
  ConnectionError,
  isProteanError,
  ProteanError,
  TimeoutError,
  type ErrorCode,
  type ErrorDetails,
} from './errors.ts';
export type { JobRequest, Jobs, WaitOptions } from './jobs.ts';
export type { CallOptions } from './http.ts';
export type { Source } from './source.ts';
export type * from './api-types.ts';
export { verifyWebhook, WebhookSignatureError, type WebhookCheck } from './webhook.ts';
