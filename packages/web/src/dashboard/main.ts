/** Signs in by asking for a link, signs out, and shows what of the month is used. */

const base = new URL(document.documentElement.dataset['base'] ?? '/', document.baseURI);

const form = document.getElementById('sign-in');
const notice = document.getElementById('sign-in-status');
if (form instanceof HTMLFormElement && notice) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void requestLink(form, notice);
  });
}

async function requestLink(sent: HTMLFormElement, shown: HTMLElement): Promise<void> {
  const { value: email } = sent.elements.namedItem('email') as HTMLInputElement;
  const response = await fetch(new URL('v1/keys/free', base), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  }).catch(() => undefined);
  const { sent: isSent = '', failed = '', wait = '' } = shown.dataset;
  shown.textContent = response?.ok ? isSent : response?.status === 429 ? wait : failed;
}

document.getElementById('sign-out')?.addEventListener('click', () => {
  void fetch(new URL('v1/sessions/current', base), { method: 'DELETE' }).then(() => location.reload());
});

const usage = document.getElementById('usage');
if (usage) {
  void fetch(new URL('v1/usage', base)).then(async (response) => {
    if (!response.ok) return;
    const { conversions } = (await response.json()) as {
      conversions: { used: number; limit: number | null };
    };
    const { lang } = document.documentElement;
    const limit = conversions.limit?.toLocaleString(lang) ?? '∞';
    const text = usage.dataset['used'] ?? '';
    usage.textContent = text
      .replace('{used}', conversions.used.toLocaleString(lang))
      .replace('{limit}', limit);
  });
}
