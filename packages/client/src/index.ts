/** The public interface of the client. */
export type { Billing, Order, OverageSetting } from './billing.ts';
export { Protean, type ProteanOptions } from './client.ts';
export type { ConvertAllRequest, ConvertRequest } from './conversion-request.ts';
export { ConversionResult } from './conversion-result.ts';
export { ConnectionError, isProteanError, ProteanError, TimeoutError, type ErrorDetails } from './errors.ts';
export { readEvents, type ServerEvent } from './events.ts';
export type { JobRequest, Jobs, WaitOptions } from './jobs.ts';
export type { CallOptions } from './http.ts';
export type { Keys } from './keys.ts';
export type { ResumeOptions, UploadProgress } from './resumable-upload.ts';
export type { NamedSource, Source } from './source.ts';
export type { Uploads } from './uploads.ts';
export type * from './generated/responses.ts';
export type { ConversionOptions } from './generated/conversion-options.ts';
export type { Webhooks } from './webhooks.ts';
export { verifyWebhook, WebhookSignatureError, type WebhookCheck } from './webhook.ts';
