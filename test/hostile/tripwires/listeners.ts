/**
 * Records the network calls that hostile files cause. Listens in this network namespace on the ports of web, mail, file
 * transfer and DNS protocols.
 */
import { createSocket, type RemoteInfo, type Socket as Datagrams } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { plainPng } from '../bytes/png.ts';
import { canaryColour, canaryPort } from '../fixtures.ts';

/** TCP ports of FTP, SMTP, HTTP, HTTPS and Windows file sharing, and the port in the URLs of hostile files. */
const streams = [21, 25, 80, 139, 443, 445, 8080, canaryPort];
/** UDP ports: the port of DNS, and the port of the media stream in a hostile playlist. */
const packets = [53, 9099];

interface Call {
  port: number;
  data: string;
}

/**
 * Maximum number of stored characters of each call. These characters are enough to identify the case, because the first
 * line or the header of the call contains the name of the case.
 */
const maxReceived = 64 * 1024;

export class Listeners {
  readonly #calls: Call[] = [];
  readonly #servers: (Server | Datagrams)[] = [];

  static async open(): Promise<Listeners> {
    const listeners = new Listeners();
    for (const port of streams) await listeners.#listen(port);
    for (const port of packets) await listeners.#receive(port);
    return listeners;
  }

  /** Returns a fault for each call that contains the case name `name`. */
  callsOf(name: string): string[] {
    const whole = new RegExp(`(?<![\\w-])${name}(?![\\w-])`);
    return this.#calls
      .filter(({ data }) => whole.test(data))
      .map(({ port, data }) => `network: port ${port} received ${JSON.stringify(data.slice(0, 60))}`);
  }

  /** The number of calls so far, including calls that do not contain the name of a case. */
  get count(): number {
    return this.#calls.length;
  }

  close(): void {
    for (const server of this.#servers) server.close();
  }

  async #listen(port: number): Promise<void> {
    const server = createServer((socket) => this.#answer(port, socket)).listen(port, '::');
    await once(server, 'listening');
    this.#servers.push(server);
  }

  #answer(port: number, socket: Socket): void {
    const call: Call = { port, data: '' };
    this.#calls.push(call);
    socket.on('error', () => {});
    if (port === 21 || port === 25) socket.write('220 canary\r\n');
    socket.on('data', (chunk) => {
      call.data = (call.data + chunk.toString('latin1')).slice(0, maxReceived);
      if (/^[A-Z]+ \S+ HTTP/.test(call.data)) socket.end(webAnswer(call.data));
      else socket.end();
    });
  }

  async #receive(port: number): Promise<void> {
    const socket = createSocket({ type: 'udp6', reuseAddr: true });
    socket.on('message', (message: Buffer, { port: from, address }: RemoteInfo) => {
      this.#calls.push({ port, data: labelsOf(message) });
      if (port === 53) socket.send(noSuchName(message), from, address);
    });
    socket.bind(port, '::');
    await once(socket, 'listening');
    this.#servers.push(socket);
  }
}

function webAnswer(request: string): Buffer {
  const path = request.split(' ')[1] ?? '';
  const name = path.split('/')[1] ?? '';
  const body = path.endsWith('.png') ? plainPng(64, 64, canaryColour) : Buffer.from(`canary-of-${name}\n`);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`),
    body,
  ]);
}

/**
 * Returns the packet as text, in which a dot replaces each byte that is not a letter, a digit, `_` or `-`. The dots
 * separate the labels of a DNS name, because a DNS packet has a length byte before each label.
 */
const labelsOf = (message: Buffer) => message.toString('latin1').replaceAll(/[^\w-]/g, '.');

/** Returns a DNS response that states that the name does not exist (NXDOMAIN). */
function noSuchName(question: Buffer): Buffer {
  const answer = Buffer.from(question);
  if (answer.length > 3) answer.writeUInt16BE(0x8183, 2);
  return answer;
}
