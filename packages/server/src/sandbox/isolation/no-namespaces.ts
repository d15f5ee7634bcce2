/** Explains why a sandbox cannot use namespaces on this system, and how the operator can allow them. */

const refusals = /namespace|uid map|gid map|unshare|clone|CLONE_NEWUSER|mount proc|pivot_root/i;

/** Returns advice for a system without user namespaces, or undefined if `error` has another cause. */
export function withoutNamespaces(error: string): string | undefined {
  if (!refusals.test(error)) return undefined;
  const [said = ''] = error.split('\n').filter((line) => refusals.test(line));
  return [
    `this system does not allow user namespaces (${said.trim()})`,
    '  To allow them on your machine:',
    '    sysctl -w user.max_user_namespaces=15000 kernel.unprivileged_userns_clone=1',
    '    sysctl -w kernel.apparmor_restrict_unprivileged_userns=0      # Ubuntu 24.04 and later',
    '  In a container:',
    '    docker run --security-opt seccomp=deploy/seccomp.json --security-opt systempaths=unconfined …',
    '  Or run the server as root with SANDBOX=uid. Each engine then runs as a separate user, which can read world-readable',
    '  files. Office files, web pages, markup, books, PostScript and archives are not converted, and there are no warm engines',
  ].join('\n');
}
