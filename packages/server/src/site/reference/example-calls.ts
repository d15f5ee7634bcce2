/**
 * Example calls, one for each operation. The examples in all programming languages are generated from these calls. A
 * value that begins with `$` is an environment variable.
 */

export interface ExampleCall {
  /** Values of the path and query parameters, by name. */
  values?: Readonly<Record<string, string>>;
  /** URL, if it cannot be derived from the operation's path. */
  url?: string;
  json?: Readonly<Record<string, string | number | boolean>>;
  /**
   * Additional headers. Most headers need not be listed here, because they are derived from other fields, such as
   * `json`.
   */
  headers?: Readonly<Record<string, string>>;
  /** Path of a file that is sent as the body. */
  body?: string;
  form?: { file: string; fields: Readonly<Record<string, string | number>> };
  /** Path of the file to which the response is written. By default, the response is printed. */
  saveAs?: string;
  /** Response header to print, for responses without a body. */
  printsHeader?: string;
  /** Whether the response is printed while it arrives. */
  isStream?: boolean;
  /** Code for the `protean` client, if the client has a method for the operation. */
  client?: string;
}

const printed = (value: string) => `console.log(JSON.stringify(${value}, null, 2));`;

const picture = {
  form: { file: 'photo.png', fields: { target: 'webp', quality: 80 } },
  saveAs: 'photo.webp',
  client: `const result = await protean.convert('photo.png', { to: 'webp', options: { quality: 80 } });
await result.save('photo.webp');`,
} as const satisfies ExampleCall;

const tus = { 'Tus-Resumable': '1.0.0' };

export const exampleCalls: Readonly<Record<string, ExampleCall>> = {
  convertAnonymously: picture,
  convert: picture,
  createJob: {
    form: { file: 'video.mov', fields: { target: 'mp4' } },
    client: `const job = await protean.jobs.create('video.mov', { to: 'mp4' });
${printed('job')}`,
  },
  listJobs: {
    values: { limit: '20', status: 'completed' },
    client: `const page = await protean.jobs.list({ limit: 20, status: 'completed' });
${printed('page')}`,
  },
  getJob: {
    values: { id: '$JOB_ID', wait: '30' },
    client: `const job = await protean.jobs.wait(env.JOB_ID);
${printed('job')}`,
  },
  cancelJob: {
    values: { id: '$JOB_ID' },
    client: `const job = await protean.jobs.cancel(env.JOB_ID);
${printed('job')}`,
  },
  rerunJob: { values: { id: '$JOB_ID' } },
  followJob: { values: { id: '$JOB_ID' }, isStream: true },
  listDeliveries: { values: { id: '$JOB_ID' } },
  redeliver: {
    values: { id: '$JOB_ID', delivery_id: '$DELIVERY_ID' },
    client: `const delivery = await protean.jobs.redeliver(env.JOB_ID, env.DELIVERY_ID);
${printed('delivery')}`,
  },
  callTools: {
    headers: { Accept: 'application/json, text/event-stream' },
    json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  },
  detectFormat: {
    form: { file: 'photo.png', fields: {} },
    client: `const detection = await protean.detect('photo.png');
${printed('detection')}`,
  },
  getFile: { url: '$FILE_URL', saveAs: 'photo.webp' },
  listFormats: {
    values: { source: 'docx' },
    client: `const list = await protean.formats({ source: 'docx' });
${printed('list')}`,
  },
  getFormat: { values: { ext: 'docx' } },
  getRoute: { values: { source: 'docx', target: 'pdf' } },
  getOpenApiJson: { saveAs: 'openapi.json' },
  getLlmsTxt: { saveAs: 'llms.txt' },
  getOpenApiYaml: { saveAs: 'openapi.yaml' },
  listPlans: { client: printed('await protean.plans()') },
  getUsage: { client: printed('await protean.usage()') },
  getDailyUsage: { values: { days: '7' }, client: printed('await protean.usageByDay({ days: 7 })') },
  startCheckout: {
    json: { credits: 1000 },
    client: `const page = await protean.billing.checkout({ credits: 1000 });
${printed('page')}`,
  },
  openBillingPortal: { client: printed('await protean.billing.portal()') },
  setOverage: {
    json: { enabled: true, monthly_cap_usd: 20 },
    client: `const overage = await protean.billing.setOverage({ enabled: true, monthlyCapUsd: 20 });
${printed('overage')}`,
  },
  // Only Stripe calls the endpoint for Stripe's events.
  receiveStripeEvent: { body: 'event.json', headers: { 'Stripe-Signature': '$STRIPE_SIGNATURE' } },
  createKey: { json: { name: 'deploy' } },
  revokeKey: { values: { id: '$KEY_ID' } },
  rotateKey: { json: { grace_seconds: 3600 } },
  requestFreeKey: { json: { email: '$EMAIL' } },
  // Browsers send the headers Cookie and Origin automatically.
  signOut: { headers: { Cookie: '$COOKIE', Origin: '$PROTEAN_URL' } },
  deleteAccount: { json: { confirm: '$EMAIL' }, headers: { Cookie: '$COOKIE', Origin: '$PROTEAN_URL' } },
  exportAccount: { saveAs: 'account.zip' },
  signIn: { json: { email: '$EMAIL' } },
  openLink: { url: '$LINK' },
  spendLink: { url: '$LINK' },
  createUpload: { json: { filename: 'photo.png' } },
  sendUpload: { url: '$UPLOAD_URL', body: 'photo.png' },
  getUploadProgress: { values: { id: '$UPLOAD_ID' }, headers: tus, printsHeader: 'Upload-Offset' },
  sendUploadPart: {
    values: { id: '$UPLOAD_ID' },
    headers: { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    body: 'photo.png',
  },
  deleteUpload: { values: { id: '$UPLOAD_ID' } },
  testWebhook: { json: { url: '$WEBHOOK_URL' } },
};
