/** One file in the list: what it is, what becomes of it, and where it is on the way. */
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { ConversionReport } from '@protean/client';
import type { Format } from '@protean/formats/format.ts';
import type { ConvertMessages } from '@protean/messages/convert/messages.ts';
import type { Values } from '@protean/messages/message.ts';

export interface Result {
  name: string;
  size: number;
  /** Where it is downloaded: a `blob:` address, given back when the item goes, or a link of the service. */
  url: string;
  blob: () => Promise<Blob>;
  format: Format;
  /** Codes of what did not go wholly as asked. */
  warnings: readonly string[];
  /** What was done and lost, where it was asked for, and of jobs. */
  report: ConversionReport | undefined;
}

/** What a person can do about a failure besides removing the file. */
export type WayOut = 'retry' | 'password' | 'sign_in' | 'plans' | 'job' | 'size' | 'salvage' | 'ocr' | 'none';

export interface Failure {
  kind: 'failed';
  message: keyof ConvertMessages;
  values?: Values;
  way: WayOut;
  requestId?: string;
  /** The server's own sentence. */
  detail?: string;
  /** The smallest result that can be made, in bytes. */
  smallest?: number;
  /** Of several files that become one, whose it is. */
  of?: string;
}

/** Why a file that waits does not start: nothing, the throttle, a busy server, no answer, or no network. */
export type WaitReason = 'turn' | 'throttle' | 'busy' | 'away' | 'offline';

export type State =
  | { kind: 'reading' }
  | { kind: 'unknown' }
  | { kind: 'ready' }
  | { kind: 'waiting'; reason: WaitReason; until?: number }
  | { kind: 'uploading'; share: number; since: number; from: number }
  | { kind: 'queued' }
  | { kind: 'converting'; since: number; share?: number }
  | { kind: 'done'; result: Result }
  | { kind: 'cancelled' }
  | Failure;

/** How far an item has come; what was reached is not done again. */
export interface JobState {
  fileId?: string | undefined;
  jobId?: string | undefined;
  /** Makes a submission whose answer was lost the same as the next one. */
  idempotencyKey?: string | undefined;
}

/** A file that the browser holds, an address that the service fetches, or several files that become one. */
export type Source = { file: File } | { url: string } | { files: readonly Item[] };

const runningKinds: readonly State['kind'][] = ['waiting', 'uploading', 'queued', 'converting'];

function sizeOf(source: Source): number {
  if ('file' in source) return source.file.size;
  return 'files' in source ? source.files.reduce((sum, { size }) => sum + size, 0) : 0;
}

export class Item {
  readonly id: number;
  readonly source: Source;
  /** With its folders, as dropped. */
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly state: Signal<State> = signal<State>({ kind: 'reading' });
  readonly format: Signal<Format | undefined> = signal(undefined);
  /** The extension of a name that says something else than the content. */
  readonly misnamed: Signal<string | undefined> = signal(undefined);
  /** Chosen for this file alone. */
  readonly override: Signal<string | undefined> = signal(undefined);
  readonly password: Signal<string> = signal('');
  /** Options of this file alone. */
  readonly own: Signal<Readonly<Record<string, string>>> = signal({});
  readonly isRunning: ReadonlySignal<boolean>;
  /** Of a conversion as a job. */
  readonly job: JobState = {};
  /** Whether it is converted as a job although it is not large. */
  isJob = false;
  /** The part of it that an earlier upload has sent. */
  sentBefore = 0;
  /** Aborts the request under way. */
  abort: (() => void) | undefined;
  /** How often it was sent without an answer. */
  tries = 0;

  constructor(id: number, source: Source, path: string) {
    this.id = id;
    this.source = source;
    this.path = path;
    this.name = path.split('/').at(-1) ?? path;
    this.size = sizeOf(source);
    this.isRunning = computed(() => runningKinds.includes(this.state.value.kind));
  }

  dispose(): void {
    this.abort?.();
    const state = this.state.peek();
    if (state.kind === 'done') URL.revokeObjectURL(state.result.url);
  }
}
