/**
 * qpdf: decrypts, encrypts and rotates a PDF, and recompresses it without loss. pikepdf selects pages, because qpdf would
 * keep the tags, bookmarks and form fields of all pages.
 */
import { defineEngine, isRunnerFault, runnerCommand, type Step } from '../../contract/engine.ts';
import { binaries, pythonMounts } from '../../contract/mounts.ts';
import { permissionNames } from '../../contract/option-values.ts';
import { warningsFileName } from '../../contract/warnings.ts';
import { sameFormatEdges } from '../../shared/runner/same-format.ts';

export const qpdf = defineEngine({
  id: 'qpdf',
  title: 'qpdf',
  needs: [
    { command: 'qpdf', debian: 'qpdf' },
    { command: '/usr/lib/python3/dist-packages/pikepdf/__init__.py', debian: 'python3-pikepdf' },
  ],
  mounts: [...pythonMounts, ...binaries('qpdf', 'od', 'grep', 'cp')],
  edges: sameFormatEdges('qpdf'),
  passes: [
    { formats: ['pdf'], when: 'before', phase: 'lock', options: ['password', 'pages', 'rotate'] },
    // A document has pages only after it is printed to PDF.
    { formats: ['pdf'], when: 'within', phase: 'lock', options: ['pages', 'rotate'] },
    // qpdf selects the pages before later passes, because the page numbers of later passes refer to the selected pages.
    { formats: ['pdf'], when: 'after', phase: 'select', options: ['pages', 'rotate'] },
    { formats: ['pdf'], when: 'after', phase: 'lock', options: ['new_password', 'permissions'] },
  ],
  isEngineFault: isRunnerFault,
  limits: { memory: 1536 * 1024 * 1024 },
  command: (step) => {
    const shell = ['/bin/sh', '-c', script, 'sh'];
    if (step.options.pages === undefined) return [...shell, ...words(step)];
    const whole = `${step.work}/whole.pdf`;
    return [
      [...shell, ...words({ ...step, output: whole })],
      runnerCommand('tools/pikepdf/selection/runner.py', step, { whole }),
    ];
  },
  reasons: [[/invalid password/, 'wrong_password']],
});

/**
 * qpdf's options are passed in a job file, because qpdf would read more arguments from a file if an argument begins
 * with @. If permissions are set, the owner's password is random and is not stored. A signed file stays unchanged
 * unless an option is given. A file that declares PDF/A-1 gets no object streams, which PDF/A-1 forbids. Status 3 of
 * `--requires-password` means an encrypted file that opens without a password. Without `--requires-password`, status 3
 * is a warning about a repaired error.
 */
const script = `
input=$1 output=$2 file=$3/job.json job=$4 lock=$5 open=$6 asked=$7 warnings=$8
encrypted=
if [ -z "$open" ]; then
  qpdf --requires-password "$input" >/dev/null 2>&1
  case $? in
    0) echo 'protean-reason: password_required' >&2; exit 2 ;;
    3) encrypted=1 ;;
  esac
fi
if [ -z "$asked" ] && grep -qa /ByteRange "$input"; then
  qpdf --check "$input" >/dev/null || exit $?
  exec cp "$input" "$output"
fi
signatures=$(grep -ac /ByteRange "$input")
test "$signatures" -eq 0 || echo "signatures_broken $signatures" >> "$warnings"
id='"deterministicId": "",'
test -z "$lock$encrypted" || id=
test -z "$lock" || owner=$(od -An -N24 -w24 -tx1 /dev/urandom)
case $lock in *'"ownerPassword":"') lock=$lock$owner'"},';; esac
objects=generate
if grep -qaE 'pdfaid:part *(>|= *.)1' "$input"; then objects=disable; fi
printf '{%s %s "objectStreams": "%s", %s}' "$id" "$lock" "$objects" "$job" > "$file"
qpdf --job-json-file="$file"
status=$?
test $status -eq 3 || exit $status
`;

function words({ input, output, outputDir, work, options }: Step): string[] {
  const { password, pages, rotate, new_password: newPassword, permissions } = options;
  const locks = newPassword !== undefined || permissions !== undefined;
  const asked = [password, pages, rotate, newPassword, permissions].some((option) => option !== undefined);
  const job = {
    inputFile: input,
    outputFile: output,
    ...(password === undefined ? {} : { password, decrypt: '' }),
    ...{ compressStreams: 'y', recompressFlate: '', compressionLevel: '9' },
    ...(rotate === undefined ? {} : { rotate: `+${rotate}` }),
  };
  return [
    ...[input, output, work, inside(job)],
    locks ? lock(newPassword, permissions) : '',
    password === undefined ? '' : 'open',
    asked ? 'asked' : '',
    `${outputDir}/${warningsFileName}`,
  ];
}

/** Returns the members of an object as JSON, without the braces of the object. */
const inside = (members: object) => JSON.stringify(members).slice(1, -1);

/**
 * Returns the member `encrypt` of the qpdf job, which encrypts the result with AES-256. Without
 * `newPassword`, the result opens without a password. Without `permissions`, the new password gives full access. With
 * `permissions`, only the owner password, which is random, gives full access. With `permissions`, the returned text
 * ends before the owner password, and the shell script appends the owner password.
 */
function lock(newPassword: string | undefined, permissions: string | undefined): string {
  const allowed = permissions?.split(',') ?? permissionNames;
  const yes = (name: (typeof permissionNames)[number]) => (allowed.includes(name) ? 'y' : 'n');
  const encrypt = {
    userPassword: newPassword ?? '',
    '256bit': {
      ...{ print: allowed.includes('print') ? 'full' : 'none', extract: yes('copy'), accessibility: 'y' },
      ...{
        modifyOther: yes('modify'),
        annotate: yes('annotate'),
        form: yes('forms'),
        assemble: yes('assemble'),
      },
    },
    ownerPassword: permissions === undefined ? (newPassword ?? '') : '',
  };
  const member = `${inside({ encrypt })},`;
  return permissions === undefined ? member : member.slice(0, -'"},'.length);
}
