/** Answers every request of a page from the page's files, and blocks all other connections and windows. */
import type { Browser, BrowserEvent, Parameters } from './browser.ts';
import type { PageFiles } from './page-files.ts';

/**
 * Blocks sockets, windows and dialogs, because pausing requests does not stop them. The directive `connect-src` blocks
 * sockets. Without `allow-popups` and `allow-modals`, the page can open no window or dialog.
 */
const policy = "sandbox allow-scripts allow-same-origin allow-forms; connect-src 'self' data: blob:";

interface RequestScope {
  browser: Browser;
  sessionId: string;
  /** The id of the page's own frame. */
  mainFrame: string;
  files: PageFiles;
  signal: AbortSignal;
}

interface PausedRequest {
  requestId: string;
  request: { url: string };
  resourceType: string;
  frameId: string;
}

interface AttachedTarget {
  sessionId: string;
  targetInfo: { targetId: string; type: string };
}

/** Starts answering requests. `onMissing` is called for each request for a missing file. */
export async function answerRequests(scope: RequestScope, onMissing: () => void): Promise<void> {
  const { browser, files, mainFrame, signal } = scope;
  const sessions = new Set([scope.sessionId]);
  let isLoaded = false;

  async function answer({ requestId, request, resourceType, frameId }: PausedRequest): Promise<Parameters> {
    const isPage = resourceType === 'Document' && frameId === mainFrame;
    // With status 204, a page that navigates elsewhere or reloads stays as it is.
    if (isPage && isLoaded) return { requestId, responseCode: 204 };
    isLoaded ||= isPage;
    const file = await files.find(request.url.split('#')[0] ?? '');
    if (!file) onMissing();
    return { requestId, ...(file ? found(file) : { responseCode: 404 }) };
  }

  async function gate(session: string): Promise<void> {
    await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session);
    const attach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await browser.send('Target.setAutoAttach', attach, session);
  }

  /**
   * Handles a new target of the browser. Closes windows. Resumes frames and workers, which are paused at their start.
   */
  async function admit({ sessionId, targetInfo: { targetId, type } }: AttachedTarget): Promise<void> {
    if (type === 'page') {
      await browser.send('Target.closeTarget', { targetId });
      return;
    }
    if (type === 'iframe') {
      sessions.add(sessionId);
      await gate(sessionId);
    } else if (type !== 'worker') return;
    // Calls `gate` only for frames, because the requests of a worker are reported in the session of its page.
    await browser.send('Runtime.runIfWaitingForDebugger', {}, sessionId);
  }

  async function take({ method, params, sessionId }: BrowserEvent): Promise<void> {
    if (sessionId === undefined || !sessions.has(sessionId)) return;
    if (method === 'Target.attachedToTarget') await admit(params as unknown as AttachedTarget);
    if (method === 'Page.javascriptDialogOpening')
      await browser.send('Page.handleJavaScriptDialog', { accept: true }, sessionId);
    if (method !== 'Fetch.requestPaused') return;
    const reply = await answer(params as unknown as PausedRequest);
    await browser.send('Fetch.fulfillRequest', reply, sessionId);
  }

  // Errors are ignored, because the requesting target may be gone when the answer is ready.
  const stop = browser.onEvent((event) => void take(event).catch(() => {}));
  signal.addEventListener('abort', stop);
  await gate(scope.sessionId);
}

function found({ body, type }: { body: Buffer; type: string }): Parameters {
  return {
    responseCode: 200,
    responseHeaders: [
      { name: 'Content-Type', value: type },
      { name: 'Content-Security-Policy', value: policy },
    ],
    body: body.toString('base64'),
  };
}
