/** Starts the dashboard, which replaces the server's markup. */
import './dashboard.css';
import { render } from 'preact';
import { Announcer } from '../convert/app/announcer.ts';
import { Api } from './app/api.ts';
import { App } from './app/app.ts';
import { Dashboard } from './dashboard.tsx';
import { loadMessages } from './messages.ts';

async function start(root: HTMLElement): Promise<void> {
  const { lang, dataset } = document.documentElement;
  const api = new Api(new URL(dataset['base'] ?? '/', document.baseURI).href);
  const { id = '', email = '', plan = '', sellsPlans } = root.dataset;
  const messages = await loadMessages(lang);
  const app = new App(api, messages, new Announcer(), { id, email, plan }, sellsPlans === 'true');
  root.replaceChildren();
  render(<Dashboard app={app} />, root);
  root.dataset['started'] = 'true';
}

const root = document.getElementById('dashboard');
if (root) void start(root);
