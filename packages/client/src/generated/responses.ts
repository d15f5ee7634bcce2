/** What the service answers and sends. script/docs writes this file from docs/openapi.yaml. */

/** A job that was submitted. */
export interface AcceptedJob {
  job_id: string;
  status: 'queued';
  status_url: string;
}

export interface Account {
  id: string;
  email: string;
  plan: string;
  /** Who decided the plan; `default`: nobody yet. */
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

/** What was done in a conversion, and what was lost. */
export interface ConversionReport {
  /** The version of Protean. */
  protean: string;
  source_format: string;
  target_format: string;
  /** As they were understood, without passwords. */
  options: Readonly<Record<string, string | number | boolean>>;
  steps: StepReport[];
  /** What the source holds and the result does not. */
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
  /** What did not go wholly as asked. */
  warnings: ConversionWarning[];
  source: FileStatement;
  result: FileStatement;
  /** Where several files were sent. */
  files?: ReportedFile[];
}

/** Something that did not go wholly as asked. */
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
    | 'scripts_stopped';
  message: string;
}

export interface CreatedUpload {
  /** Stands for the file: the field `file_id` of a conversion. */
  file_id: string;
  /** Takes the file by PUT, once. Whoever has it may send one. */
  upload_url: string;
  /** When the `upload_url` expires. */
  expires_at: Time;
  /** The largest file that it takes, in bytes. */
  max_size: number;
  /** A command line that sends the file. */
  curl: string;
}

export interface DailyUsage {
  days: {
    /** In UTC. */
    date: string;
    /** Successful ones. */
    conversions: number;
    /** Of these, those that are billed. */
    overage: number;
    /** Accepted ones that failed. */
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
  /** Oldest first; the latest hundred. */
  attempts: {
    at: Time;
    /** Null when no answer came. */
    status: number | null;
    /** Null when it was delivered. */
    error: string | null;
    duration_ms: number;
  }[];
  /** Null when none is due. */
  next_attempt_at: Time | null;
}

/** What a file is. */
export interface Detection {
  format: string;
  name: string;
  category: Category;
  mime: string;
  certain: boolean;
  /** Formats that it may be as well. */
  others: string[];
  /** What it can become. */
  targets: string[];
}

/** Stable; branch on it or on the status. */
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

/** Every refusal and failure. */
export interface ErrorEnvelope {
  error: ErrorInfo;
}

/** What went wrong. */
export interface ErrorInfo {
  code: ErrorCode;
  /** What failed, why and what to do. Its words may change. */
  message: string;
  details?: Readonly<Record<string, unknown>>;
}

/** What a file holds; what could not be read is left out. */
export interface FileFacts {
  /** pages or slides, hidden ones too */
  pages?: number;
  /** words; in scripts without spaces letters */
  words?: number;
  /** headings that have text */
  headings?: number;
  /** lists, without numbered headings */
  lists?: number;
  tables?: number;
  /** addresses outside of the file that links lead to */
  links?: number;
  /** pictures and drawings; in a pdf pictures */
  pictures?: number;
  /** footnotes and endnotes */
  footnotes?: number;
  equations?: number;
  /** fonts of Latin letters; PostScript names in a pdf, the family of a font */
  fonts?: string[];
  /** chapters, of an epub by its contents */
  chapters?: number;
  attachments?: number;
  /** sheets, hidden ones too */
  sheets?: number;
  /** rows of all sheets that hold a value */
  rows?: number;
  /** columns of the widest sheet */
  columns?: number;
  /** cells with a formula */
  formulas?: number;
  charts?: number;
  /** members of the outermost list, else 1 */
  records?: number;
  /** keys of all objects */
  keys?: number;
  /** levels of a record, 1 where no value holds others */
  depth?: number;
  /** values that are null */
  nulls?: number;
  /** pixels, as stored */
  width?: number;
  /** pixels, as stored */
  height?: number;
  /** frames; 1 of a still picture */
  frames?: number;
  /** bits of a channel */
  bits?: number;
  /** whether pixels may be transparent */
  alpha?: boolean;
  /** `rgb`, `grey`, `cmyk` or `lab` */
  colour_model?: string;
  /** the name of the colour profile, or `none` */
  profile?: string;
  /** whether there are content credentials (C2PA) */
  credentials?: boolean;
  /** the length */
  seconds?: number;
  /** video tracks, without cover pictures */
  video_tracks?: number;
  audio_tracks?: number;
  subtitle_tracks?: number;
  /** the codec of each track */
  codecs?: string[];
  /** languages of tracks */
  languages?: string[];
  /** frames a second, on average */
  frame_rate?: number;
  /** samples a second */
  sample_rate?: number;
  /** channels of the first audio track */
  channels?: number;
  /** kinds of tags, as title and artist */
  tags?: number;
  cues?: number;
  /** files, without folders */
  files?: number;
  /** folders, also those that only file names tell of */
  folders?: number;
  /** of all files, by the list of contents */
  bytes?: number;
  glyphs?: number;
  /** the axes of a variable font */
  axes?: string[];
  /** whether it has hinting instructions */
  hinted?: boolean;
}

/** A file that was read or made. */
export interface FileStatement {
  /** Null where it stands for several files. */
  sha256: string | null;
  /** In bytes. */
  size: number;
  facts: FileFacts;
}

export interface Format {
  /** Its extension, without a dot. */
  ext: string;
  name: string;
  category: Category;
  mime: string;
  /** Other extensions that mean the same. */
  aliases: string[];
  /** What it can become. */
  targets: string[];
}

export interface FormatList {
  formats: Format[];
  routes: Route[];
  options: OptionSchemas;
  /** Values of `language` here. */
  languages: string[];
  counts: {
    formats: number;
    routes: number;
    categories: number;
  };
}

export interface FormatWithSources {
  /** Its extension, without a dot. */
  ext: string;
  name: string;
  category: Category;
  mime: string;
  /** Other extensions that mean the same. */
  aliases: string[];
  /** What it can become. */
  targets: string[];
  sources: string[];
}

/** A key, which is shown this once. */
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
  /** Null until the file has been looked at. */
  source_format: string | null;
  target_format: string;
  /** Per cent. */
  progress: number;
  /** Of a job of several files: how many there are, and how many of them are over. */
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
  /** When the job and its result are deleted. */
  expires_at: Time;
  /** Until when `POST /v1/jobs/{id}/rerun` works, where it does. */
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

/** What became of a conversion. */
export interface JobResult {
  /** Opens the file for 24 hours. */
  file_url: string;
  /** In bytes. */
  size: number;
  /** How long the conversion took. */
  duration_ms: number;
  source_format: string;
  target_format: string;
  /** What did not go wholly as asked. */
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

/** The key is behind a link in a mail. */
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

/** JSON schemas by the names of options. */
export type OptionSchemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface Overage {
  enabled: boolean;
  monthly_cap_usd: number | null;
}

/** What became of one of several files. */
export interface PartReport {
  /** The version of Protean. */
  protean: string;
  source_format: string;
  target_format: string;
  /** As they were understood, without passwords. */
  options: Readonly<Record<string, string | number | boolean>>;
  steps: StepReport[];
  /** What the source holds and the result does not. */
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
  /** What did not go wholly as asked. */
  warnings: ConversionWarning[];
  source: FileStatement;
  result: FileStatement;
}

export interface Plan {
  name: string;
  /** Its numbers are agreed upon, and null here. */
  custom: boolean;
  monthly_conversions: number | null;
  requests_per_minute: number | null;
  /** In bytes. */
  max_file_size: number | null;
  /** Of the file of a job, in bytes. */
  max_job_file_size: number | null;
  /** Of each conversion beyond the month's; null where these end at the limit. */
  overage_usd: number | null;
  /** Dollars a month; null: as agreed. */
  price_usd: number | null;
}

export interface Plans {
  anonymous: Plan;
  plans: Plan[];
}

/** One of several files. */
export interface ReportedFile {
  name: string;
  /** Its name in the zip. */
  result?: string;
  status: 'completed' | 'failed';
  error?: ErrorInfo;
  /** What the source holds and the result does not. */
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
  /** What did not go wholly as asked. */
  warnings?: ConversionWarning[];
  ms: number;
  /** The file itself, where it was joined with the others. */
  source?: FileStatement;
  report?: PartReport;
}

export interface ResumableUpload {
  /** Stands for the file: the field `file_id` of a conversion. */
  file_id: string;
  /** When it is removed unless it is complete. */
  expires_at: Time;
}

/** A key that is shown this once, in place of another. */
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
  /** What of the source the target cannot hold. */
  loses: string[];
  /** Names of the options that mean something here. */
  options: string[];
}

export interface RouteWithOptions {
  route: Route;
  options: OptionSchemas;
}

/** One step of the route, as it was run. */
export interface StepReport {
  engine: string;
  /** Of the Debian or npm package; of our own programs that of Protean. */
  version: string;
  from: string;
  to: string;
  ms: number;
}

/** ISO 8601 in UTC. */
export type Time = string;

export interface UploadedFile {
  /** Stands for the file: the field `file_id` of a conversion. */
  file_id: string;
  filename: string;
  /** In bytes. */
  size: number;
  /** When the file is removed, unless it is used before. */
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
  /** The most that overage may cost a month; null: no cap. */
  overage_cap_usd: number | null;
  overage_spent_usd: number;
  rate_limit: {
    limit: number;
    remaining: number;
    /** Unix seconds. */
    reset: number;
  };
}

/** A secret that is shown this once. */
export interface WebhookSecret {
  secret: string;
  message: string;
}

/** How an endpoint answered a test event. */
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

/** What a webhook carries. */
export type WebhookEvent = JobCompletedEvent | JobFailedEvent | WebhookTestEvent;
