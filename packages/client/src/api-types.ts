/** The shapes of the service's answers. */

export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';

/** What became of a conversion. */
export interface JobResult {
  /** A signed link that lives for a day. */
  file_url: string;
  /** In bytes. */
  size: number;
  duration_ms: number;
  source_format: string;
  target_format: string;
}

export interface JobAccepted {
  job_id: string;
  status: 'queued';
  status_url: string;
}

/** Times are ISO 8601 in UTC. */
export interface Job {
  job_id: string;
  status: JobStatus;
  created_at: string;
  updated_at: string;
  started_at?: string;
  finished_at?: string;
  source_format: string | null;
  target_format: string;
  /** From 0 to 100. */
  progress: number;
  result?: JobResult;
  error?: { code: string; message: string; details?: Readonly<Record<string, unknown>> };
  webhook_url?: string;
  webhook_status: 'pending' | 'retrying' | 'delivered' | 'failed' | null;
  webhook_last_error: string | null;
  webhook_attempts: number;
  expires_at: string;
}

export interface JobPage {
  jobs: Job[];
  next_cursor: string | null;
}

export interface FormatInfo {
  ext: string;
  name: string;
  category: string;
  mime: string;
  aliases: string[];
  targets: string[];
}

export interface RouteInfo {
  source: string;
  target: string;
  steps: { engine: string; from: string; to: string }[];
  lossy: boolean;
  loses: string[];
  options: string[];
}

export interface FormatList {
  formats: FormatInfo[];
  routes: RouteInfo[];
  options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  counts: { formats: number; routes: number; categories: number };
}

export interface Detection {
  format: string;
  name: string;
  category: string;
  mime: string;
  certain: boolean;
  others: string[];
  targets: string[];
}

export interface Plan {
  name: string;
  custom: boolean;
  monthly_conversions: number | null;
  requests_per_minute: number | null;
  /** In bytes. */
  max_file_size: number | null;
  overage_usd: number | null;
}

export interface Plans {
  anonymous: Plan;
  plans: Plan[];
}

export interface Usage {
  plan: string;
  period: { start: string; end: string };
  conversions: {
    used: number;
    limit: number | null;
    remaining: number | null;
    overage: number;
    overage_cost_usd: number;
  };
  rate_limit: { limit: number; remaining: number; reset: number };
  /** In bytes. */
  max_file_size: number;
  credits: number;
  overage_enabled: boolean;
}

export interface UsageByDay {
  days: { date: string; conversions: number; overage: number; failed: number }[];
}

export type WebhookEvent =
  | { event: 'job.completed'; data: { job_id: string; status: 'completed'; result: JobResult } }
  | {
      event: 'job.failed';
      data: {
        job_id: string;
        status: 'failed';
        error: { code: string; message: string; details?: Readonly<Record<string, unknown>> };
      };
    }
  | { event: 'webhook.test'; data: { message: string; created_at: string } };
