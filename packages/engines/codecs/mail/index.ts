/**
 * Converts an email message: its headers and sanitized body to a web page or JSON, and its attachments to a zip.
 * Converts a mailbox to a web page, to JSON, or to a zip with one file per message. A saved web page (MHTML, which has
 * the format of a message) is converted to a single HTML file.
 */
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { nodeMounts, pythonMounts } from '../../contract/mounts.ts';

const messages = ['eml', 'msg', 'mbox'];

export const mail = defineEngine({
  id: 'mail',
  title: 'Protean mail reader',
  singleThreaded: true,
  needs: [
    { command: '/usr/lib/python3/dist-packages/html5lib/__init__.py', debian: 'python3-html5lib' },
    { command: '/usr/lib/python3/dist-packages/cssselect2/__init__.py', debian: 'python3-cssselect2' },
    { command: '/usr/lib/python3/dist-packages/olefile/__init__.py', debian: 'python3-olefile' },
  ],
  // The text detector, which guesses undeclared encodings, runs on Node.
  mounts: [...pythonMounts, ...nodeMounts],
  edges: [
    { reads: messages, writes: ['html'], cost: 1 },
    { reads: messages, writes: ['json'], cost: 1, options: ['indent'] },
    { reads: messages, writes: ['zip'], cost: 1 },
    { reads: ['msg'], writes: ['eml'], cost: 1 },
    { reads: ['mhtml'], writes: ['html'], cost: 1 },
  ],
  command: (step) => runnerCommand('codecs/mail/runner.py', step),
});
