/** Responses and webhook events of the service. script/docs writes this file from docs/openapi.yaml. */

/** A submitted job. */
export interface AcceptedJob {
  job_id: string;
  status: 'queued';
  status_url: string;
}

export interface Account {
  id: string;
  email: string;
  plan: string;
  /** Who set the plan; `default` if it was never set. */
  plan_source: 'stripe' | 'operator' | 'default';
  created_at: string;
}

export interface BillingPortal {
  portal_url: string;
}

export type Category =
  | 'image'
  | 'video'
  | 'audio'
  | 'subtitle'
  | 'document'
  | 'spreadsheet'
  | 'ebook'
  | 'archive'
  | 'font'
  | 'data';

export interface Checkout {
  checkout_url: string;
  session_id: string;
}

/** The steps and losses of a conversion. */
export interface ConversionReport {
  /** The version of Protean. */
  protean: string;
  source_format: string;
  target_format: string;
  /** The options as parsed, without passwords. */
  options: Readonly<Record<string, string | number | boolean>>;
  steps: StepReport[];
  /** The traits of the source that the result lacks. */
  lost: (
    | 'alpha'
    | 'animation'
    | 'colour'
    | 'depth'
    | 'exact'
    | 'vector'
    | 'sound'
    | 'picture'
    | 'fullband'
    | 'tags'
    | 'timing'
    | 'screen'
    | 'text'
    | 'structure'
    | 'math'
    | 'styling'
    | 'layout'
    | 'images'
    | 'pages'
    | 'sheets'
    | 'types'
    | 'formulas'
    | 'tree'
    | 'modes'
    | 'nesting'
    | 'nulls'
    | 'glyphs'
    | 'hinting'
  )[];
  /** Warnings about the result. */
  warnings: ConversionWarning[];
  source: FileStatement;
  result: FileStatement;
  /** One entry per file, if several files were sent. */
  files?: ReportedFile[];
}

/** A warning about the result. */
export interface ConversionWarning {
  code:
    | 'encoding_guessed'
    | 'second_engine'
    | 'salvaged'
    | 'asset_missing'
    | 'features_not_drawn'
    | 'around_left_out'
    | 'pdfa_left_out'
    | 'credentials_removed'
    | 'signatures_broken'
    | 'pdf_tags_left_out'
    | 'form_fields_flattened'
    | 'pages_left_out'
    | 'sheets_left_out'
    | 'hidden_slides'
    | 'comments_left_out'
    | 'notes_left_out'
    | 'numbers_changed'
    | 'documents_left_out'
    | 'charts_left_out'
    | 'hidden_sheets'
    | 'rows_left_out'
    | 'frames_left_out'
    | 'references_unresolved'
    | 'attachments_left_out'
    | 'metadata_left_out'
    | 'tracks_left_out'
    | 'fonts_replaced'
    | 'colours_converted'
    | 'hdr_reduced'
    | 'transparency_flattened'
    | 'language_guessed'
    | 'frame_rate_guessed'
    | 'cues_mended'
    | 'subtitle_features_left_out'
    | 'values_scaled'
    | 'hidden_text'
    | 'tracked_changes'
    | 'headers_left_out'
    | 'embedded_data_left_out'
    | 'characters_replaced'
    | 'values_as_text'
    | 'keys_as_text'
    | 'tags_left_out'
    | 'files_missing'
    | 'commands_left_out'
    | 'characters_left_out'
    | 'nulls_left_out'
    | 'numbers_rounded'
    | 'repeated_keys'
    | 'content_left_out'
    | 'diagrams_not_drawn'
    | 'sizes_left_out'
    | 'variations_left_out'
    | 'glyph_colours_left_out'
    | 'scripts_stopped'
    | 'parts_too_large'
    | 'scans_reduced'
    | 'pages_not_scanned'
    | 'pages_not_straightened'
    | 'pdfua_problems'
    | 'compared'
    | 'redacted'
    | 'redaction_removed'
    | 'text_not_searched'
    | 'pictures_not_searched'
    | 'text_recognised'
    | 'pages_not_recognised'
    | 'pages_as_pictures';
  message: string;
  matches?: WarningMatch[];
}

export interface CreatedUpload {
  /** ID of the file. To convert the file, send this ID as `file_id`. */
  file_id: string;
  /** Accepts the file once, by PUT. Anyone who has the URL can send a file. */
  upload_url: string;
  /** Time at which `upload_url` expires. */
  expires_at: Time;
  /** Maximum file size in bytes. */
  max_size: number;
  /** A command that uploads the file. */
  curl: string;
}

export interface DailyUsage {
  days: {
    /** In UTC. */
    date: string;
    /** Number of successful conversions. */
    conversions: number;
    /** Number of these conversions that are billed. */
    overage: number;
    /** Number of accepted conversions that failed. */
    failed: number;
  }[];
}

export interface Deliveries {
  deliveries: Delivery[];
}

export interface Delivery {
  delivery_id: string;
  event: string;
  state: 'pending' | 'retrying' | 'delivered' | 'failed';
  url: string | null;
  /** Oldest first; the latest 100. */
  attempts: {
    at: Time;
    /** Null if there was no response. */
    status: number | null;
    /** Null if it was delivered. */
    error: string | null;
    duration_ms: number;
  }[];
  /** Null if no attempt is due. */
  next_attempt_at: Time | null;
}

/** The format of a file. */
export interface Detection {
  format: string;
  name: string;
  category: Category;
  mime: string;
  certain: boolean;
  /** Other possible formats. */
  others: string[];
  /** Available target formats. */
  targets: string[];
}

/** Stable. Branch on it or on the status. */
export type ErrorCode =
  | 'bad_request'
  | 'invalid_api_key'
  | 'invalid_signature'
  | 'not_found'
  | 'file_too_large'
  | 'unsupported_route'
  | 'rate_limited'
  | 'quota_exceeded'
  | 'internal_error'
  | 'service_unavailable';

/** The body of all error responses. */
export interface ErrorEnvelope {
  error: ErrorInfo;
}

/** Describes an error. */
export interface ErrorInfo {
  code: ErrorCode;
  /** States what failed, the reason, and what to do. The wording may change. */
  message: string;
  details?: Readonly<Record<string, unknown>>;
}

/** Information about the content of a file. Facts that could not be read are omitted. */
export interface FileFacts {
  /** pages or slides, including hidden ones */
  pages?: number;
  /** pages that consist of pictures or outlines, as numbers and ranges such as `3-7` */
  scanned_pages?: string[];
  /** pages with both text and large pictures, as numbers and ranges */
  mixed_pages?: string[];
  /** words; in scripts without spaces, every letter counts as a word */
  words?: number;
  /** headings with text */
  headings?: number;
  /** lists, without numbered headings */
  lists?: number;
  tables?: number;
  /** external addresses of links; repeated addresses count once */
  links?: number;
  /** pictures and drawings; in a pdf, only pictures */
  pictures?: number;
  /** footnotes and endnotes */
  footnotes?: number;
  equations?: number;
  /** fonts of Latin letters; a pdf states PostScript names, and a font file its family */
  fonts?: string[];
  /** chapters; in an epub, entries of its table of contents */
  chapters?: number;
  attachments?: number;
  /** sheets, including hidden ones */
  sheets?: number;
  /** rows with a value, in all sheets */
  rows?: number;
  /** columns of the widest sheet */
  columns?: number;
  /** cells with a formula */
  formulas?: number;
  charts?: number;
  /** members of the outermost list; 1 if the outermost value is not a list */
  records?: number;
  /** keys of all objects */
  keys?: number;
  /** nesting depth of a record; 1 if no value contains another value */
  depth?: number;
  /** values that are null */
  nulls?: number;
  /** pixels, as stored */
  width?: number;
  /** pixels, as stored */
  height?: number;
  /** frames; 1 for a still picture */
  frames?: number;
  /** bits per channel */
  bits?: number;
  /** whether pixels may be transparent */
  alpha?: boolean;
  /** `rgb`, `grey`, `cmyk` or `lab` */
  colour_model?: string;
  /** name of the colour profile, or `none` */
  profile?: string;
  /** whether the file has content credentials (C2PA) */
  credentials?: boolean;
  /** duration in seconds */
  seconds?: number;
  /** video tracks, without cover pictures */
  video_tracks?: number;
  audio_tracks?: number;
  subtitle_tracks?: number;
  /** codec of each track */
  codecs?: string[];
  /** languages of tracks */
  languages?: string[];
  /** average number of frames per second */
  frame_rate?: number;
  /** samples per second */
  sample_rate?: number;
  /** channels of the first audio track */
  channels?: number;
  /** kinds of tags, such as title and artist */
  tags?: number;
  cues?: number;
  /** files, without folders */
  files?: number;
  /** folders, including those that occur only in the paths of files */
  folders?: number;
  /** total size of all files, as listed in the archive */
  bytes?: number;
  glyphs?: number;
  /** axes of a variable font */
  axes?: string[];
  /** whether the font has hinting instructions */
  hinted?: boolean;
}

/** A source or result file. */
export interface FileStatement {
  /** Null if the entry represents several files. */
  sha256: string | null;
  /** In bytes. */
  size: number;
  facts: FileFacts;
}

export interface Format {
  /** The file extension, without a dot. */
  ext: string;
  name: string;
  category: Category;
  mime: string;
  /** Other extensions of the same format. */
  aliases: string[];
  /** Available target formats. */
  targets: string[];
}

export interface FormatList {
  formats: Format[];
  routes: Route[];
  options: OptionSchemas;
  /** Values of `language` on this server. */
  languages: string[];
  counts: {
    formats: number;
    routes: number;
    categories: number;
  };
}

export interface FormatWithSources {
  /** The file extension, without a dot. */
  ext: string;
  name: string;
  category: Category;
  mime: string;
  /** Other extensions of the same format. */
  aliases: string[];
  /** Available target formats. */
  targets: string[];
  sources: string[];
}

/** The key, which is shown only once. */
export interface IssuedKey {
  api_key: string;
  plan: string;
  monthly_limit: number | null;
}

/** A conversion in the background. Times are ISO 8601 in UTC. */
export interface Job {
  job_id: string;
  status: JobStatus;
  created_at: Time;
  updated_at: Time;
  started_at?: Time;
  finished_at?: Time;
  /** Null until the file has been examined. */
  source_format: string | null;
  target_format: string;
  /** Progress in percent. */
  progress: number;
  /** For a job with several files: the numbers of all files, of converted files and of failed files. */
  files?: {
    total: number;
    converted: number;
    failed: number;
  };
  result?: JobResult;
  error?: ErrorInfo;
  tried?: {
    engine: string;
    way: 'usual' | 'fresh_process' | 'second_engine' | 'repair';
    outcome: string;
  }[];
  report?: ConversionReport;
  webhook_url?: string;
  /** Null without a `webhook_url`. */
  webhook_status: 'pending' | 'retrying' | 'delivered' | 'failed' | null;
  webhook_last_error: string | null;
  webhook_attempts: number;
  /** Time at which the job and its result are deleted. */
  expires_at: Time;
  /** Time until which `POST /v1/jobs/{id}/rerun` works. Omitted if the job cannot run again. */
  run_again_until?: Time;
}

export interface JobCompletedEvent {
  event: 'job.completed';
  data: {
    job_id: string;
    status: 'completed';
    result: JobResult;
  };
}

export interface JobFailedEvent {
  event: 'job.failed';
  data: {
    job_id: string;
    status: 'failed';
    error: ErrorInfo;
  };
}

/** Jobs, newest first; `next_cursor` is null on the last page. */
export interface JobPage {
  jobs: Job[];
  next_cursor: string | null;
}

/** Result of a conversion, with a link to the file. */
export interface JobResult {
  /** URL that returns the file. The URL is valid for 24 hours. */
  file_url: string;
  /** In bytes. */
  size: number;
  /** Duration of the conversion. */
  duration_ms: number;
  source_format: string;
  target_format: string;
  /** Warnings about the result. */
  warnings?: ConversionWarning[];
}

export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';

export interface Key {
  id: string;
  name: string;
  prefix: string;
  last4: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

export interface Keys {
  keys: Key[];
}

/** The link that shows the key was e-mailed. */
export interface LinkMailed {
  ok: boolean;
  verification_required: boolean;
  monthly_limit: number | null;
  message: string;
}

export interface NewKey {
  id: string;
  name: string;
  prefix: string;
  last4: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  api_key: string;
}

/** JSON schemas by option name. */
export type OptionSchemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface Overage {
  enabled: boolean;
  monthly_cap_usd: number | null;
}

/** Report on the conversion of one of several files. */
export interface PartReport {
  /** The version of Protean. */
  protean: string;
  source_format: string;
  target_format: string;
  /** The options as parsed, without passwords. */
  options: Readonly<Record<string, string | number | boolean>>;
  steps: StepReport[];
  /** The traits of the source that the result lacks. */
  lost: (
    | 'alpha'
    | 'animation'
    | 'colour'
    | 'depth'
    | 'exact'
    | 'vector'
    | 'sound'
    | 'picture'
    | 'fullband'
    | 'tags'
    | 'timing'
    | 'screen'
    | 'text'
    | 'structure'
    | 'math'
    | 'styling'
    | 'layout'
    | 'images'
    | 'pages'
    | 'sheets'
    | 'types'
    | 'formulas'
    | 'tree'
    | 'modes'
    | 'nesting'
    | 'nulls'
    | 'glyphs'
    | 'hinting'
  )[];
  /** Warnings about the result. */
  warnings: ConversionWarning[];
  source: FileStatement;
  result: FileStatement;
}

export interface Plan {
  name: string;
  /** Whether the limits are agreed individually. Limits that are agreed individually are null. */
  custom: boolean;
  monthly_conversions: number | null;
  requests_per_minute: number | null;
  /** In bytes. */
  max_file_size: number | null;
  /** Maximum file size of a job, in bytes. */
  max_job_file_size: number | null;
  /** Price of each conversion beyond the monthly quota. Null if conversions stop at the quota. */
  overage_usd: number | null;
  /** US dollars per month. Null if agreed individually. */
  price_usd: number | null;
}

export interface Plans {
  anonymous: Plan;
  plans: Plan[];
}

/** One of several files. */
export interface ReportedFile {
  name: string;
  /** Name of the result in the zip. */
  result?: string;
  status: 'completed' | 'failed';
  error?: ErrorInfo;
  /** The traits of the source that the result lacks. */
  lost: (
    | 'alpha'
    | 'animation'
    | 'colour'
    | 'depth'
    | 'exact'
    | 'vector'
    | 'sound'
    | 'picture'
    | 'fullband'
    | 'tags'
    | 'timing'
    | 'screen'
    | 'text'
    | 'structure'
    | 'math'
    | 'styling'
    | 'layout'
    | 'images'
    | 'pages'
    | 'sheets'
    | 'types'
    | 'formulas'
    | 'tree'
    | 'modes'
    | 'nesting'
    | 'nulls'
    | 'glyphs'
    | 'hinting'
  )[];
  /** Warnings about the result. */
  warnings?: ConversionWarning[];
  ms: number;
  /** The file before merging, if it was merged with other files. */
  source?: FileStatement;
  report?: PartReport;
}

export interface ResumableUpload {
  /** ID of the file. To convert the file, send this ID as `file_id`. */
  file_id: string;
  /** Time at which the upload is deleted unless it is complete. */
  expires_at: Time;
}

/** The replacement key, which is shown only once. */
export interface RotatedKey {
  api_key: string;
  plan: string;
  monthly_limit: number | null;
  previous_key_expires_at: string;
}

export interface Route {
  source: string;
  target: string;
  steps: {
    engine: string;
    from: string;
    to: string;
  }[];
  lossy: boolean;
  /** Traits of the source that the target cannot represent. */
  loses: string[];
  /** Names of the options that this route accepts. */
  options: string[];
}

export interface RouteWithOptions {
  route: Route;
  options: OptionSchemas;
}

/** One executed step of the route. */
export interface StepReport {
  engine: string;
  /** Version of the Debian or npm package. For Protean's own programs, the version of Protean. */
  version: string;
  from: string;
  to: string;
  ms: number;
}

/** ISO 8601 in UTC. */
export type Time = string;

export interface UploadedFile {
  /** ID of the file. To convert the file, send this ID as `file_id`. */
  file_id: string;
  filename: string;
  /** In bytes. */
  size: number;
  /** Time at which the file is deleted unless it is used before. */
  expires_at: Time;
}

export interface Usage {
  plan: string;
  period: {
    start: string;
    end: string;
  };
  conversions: {
    used: number;
    limit: number | null;
    remaining: number | null;
    overage: number;
    overage_cost_usd: number;
  };
  /** In bytes. */
  max_file_size: number;
  credits: number;
  overage_enabled: boolean;
  /** Monthly cap on overage. Null means no cap. */
  overage_cap_usd: number | null;
  overage_spent_usd: number;
  rate_limit: {
    limit: number;
    remaining: number;
    /** Unix time in seconds. */
    reset: number;
  };
}

/** Matches of one kind on one page that were redacted. */
export interface WarningMatch {
  /** The kind of the match, such as `email`. */
  kind: string;
  /** Counted from 1. Missing for matches outside of the pages, such as metadata. */
  page?: number;
  count: number;
}

/** The secret, which is shown only once. */
export interface WebhookSecret {
  secret: string;
  message: string;
}

/** The response of the endpoint to a test event. */
export interface WebhookTest {
  delivered: boolean;
  status: number | null;
  error: string | null;
  duration_ms: number;
}

export interface WebhookTestEvent {
  event: 'webhook.test';
  data: {
    message: string;
    created_at: string;
  };
}

/** The body of a webhook. */
export type WebhookEvent = JobCompletedEvent | JobFailedEvent | WebhookTestEvent;
