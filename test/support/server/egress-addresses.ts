/**
 * URLs that callers may send to the server, in different notations. The server must send requests to the URLs in
 * `reached`, and must refuse the URLs in `refused`.
 */

/**
 * Maps host names to the answers of an attacker's name server. Each lookup of a name gets the next answer. After the
 * last answer, each lookup gets the last answer again.
 */
export const names: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'public.test': [['93.184.216.34']],
  'six.test': [['2606:4700::1111']],
  'private.test': [['10.0.0.1']],
  'mixed.test': [['93.184.216.34', '10.0.0.1']],
  'mixed-six.test': [['93.184.216.34', 'fd00::1']],
  'half-allowed.test': [['10.1.2.3', '10.0.0.1']],
  'meta.test': [['169.254.169.254']],
  'mapped.test': [['::ffff:10.0.0.1']],
  'unique-local.test': [['fd00::1']],
  'nat64.test': [['64:ff9b::7f00:1']],
  '6to4.test': [['2002:7f00:1::1']],
  'nobody.test': [[]],
  'localhost.': [['127.0.0.1']],
  'allowed.test': [['10.1.2.3']],
  // The names that begin with `rebinding` have a public address during the check, and a private address when the
  // connection is opened.
  'rebinding.test': [['93.184.216.34'], ['10.0.0.1']],
  'rebinding-hook.test': [['93.184.216.34'], ['10.0.0.1']],
};

/** URL of the service itself. */
export const ownUrl = 'http://service.example:8080';

/** Port of the service. */
export const ownPort = 8097;

/** Private networks that the operator of the installation allows. */
export const allowPrivate = ['10.1.0.0/16'];

/** IP addresses at which test servers respond, on ports 80, 8099 and the port of the service. */
export const interfaces = [
  ...['93.184.216.34', '2606:4700::1111'],
  ...['10.0.0.1', '10.1.2.3', '100.64.0.1', '168.63.129.16', '169.254.169.254', '172.16.0.1', '192.168.0.1'],
  ...['64:ff9b::7f00:1', '2001:db8::1', '2002:7f00:1::1', 'fd00::1', 'fd00:ec2::254', 'fec0::1'],
];

export const reached = [
  'http://93.184.216.34/',
  'http://93.184.216.34:8099/hook?x=1',
  'http://93.184.216.34./',
  'http://1572395042/',
  'http://[2606:4700::1111]/',
  'http://public.test/',
  'HTTP://PUBLIC.test:8099/',
  'http://six.test/',
  'http://10.1.2.3/',
  'http://[::ffff:10.1.2.3]/',
  'http://allowed.test/',
];

export const refused = [
  ...[
    'http://127.0.0.1/',
    'HTTP://127.0.0.1/',
    'http://127.0.0.1:8099/',
    'http://127.0.0.1./',
    'http://127.1/',
  ],
  ...['http://2130706433/', 'http://0x7f000001/', 'http://0x7f.0.0.1/', 'http://0177.0.0.1/'],
  ...['http://017700000001/', 'http://0/', 'http://0.0.0.0/', 'http://①②⑦.⓪.⓪.①/', 'http:\\\\127.0.0.1\\'],
  ...['http:///127.0.0.1/', 'http://127.0.0.1#@93.184.216.34/', 'http://127.0.0.1%2f@93.184.216.34/'],
  ...['http://[::1]/', 'http://[::]/', 'http://[0:0:0:0:0:0:0:1]/', 'http://[::ffff:127.0.0.1]/'],
  ...['http://[::ffff:7f00:1]/', 'http://[::127.0.0.1]/', 'http://[::ffff:10.0.0.1]/'],
  ...['http://[64:ff9b::7f00:1]/', 'http://[2002:7f00:1::1]/', 'http://[2001:db8::1]/', 'http://[fd00::1]/'],
  ...['http://[fec0::1]/', 'http://[fd00:ec2::254]/'],
  ...['http://10.0.0.1/', 'http://172.16.0.1/', 'http://192.168.0.1/', 'http://100.64.0.1/'],
  ...['http://169.254.169.254/latest/meta-data/', 'http://2852039166/', 'http://[::ffff:169.254.169.254]/'],
  ...['http://168.63.129.16/'],
  ...['http://localhost/', 'http://LOCALHOST/', 'http://localhost./'],
  ...['http://private.test/', 'http://mixed.test/', 'http://meta.test/', 'http://mapped.test/'],
  ...['http://unique-local.test/', 'http://nobody.test/', 'http://nat64.test/', 'http://6to4.test/'],
  ...['http://mixed-six.test/', 'http://half-allowed.test/'],
  ...['http://user@93.184.216.34/', 'http://user:word@93.184.216.34/', 'http://93.184.216.34@127.0.0.1/'],
  ...['http://93.184.216.34:22/', 'http://93.184.216.34:25/', 'http://93.184.216.34:1023/'],
  ...[
    ownUrl,
    'http://service.example.:8080/',
    `http://10.1.2.3:${ownPort}/`,
    `http://allowed.test:${ownPort}/`,
  ],
  ...[`http://93.184.216.34:${ownPort}/`, `http://[::ffff:10.1.2.3]:${ownPort}/`],
  ...[
    'ftp://93.184.216.34/',
    'gopher://93.184.216.34/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'ws://public.test/',
  ],
  ...[
    '',
    'public.test',
    '//public.test/',
    'http://',
    'http://93.184.216.34\r\nHost: x',
    `http://public.test/${'x'.repeat(2048)}`,
  ],
];
