/** Why a sandbox of namespaces does not start on this system, in words that say what to do. */

const refusals = /namespace|uid map|gid map|unshare|clone|CLONE_NEWUSER|mount proc|pivot_root/i;

/** What the operator of a system without user namespaces can do; undefined where `error` says something else. */
export function withoutNamespaces(error: string): string | undefined {
  if (!refusals.test(error)) return undefined;
  const [said = ''] = error.split('\n').filter((line) => refusals.test(line));
  return [
    `this system grants no user namespaces (${said.trim()})`,
    '  To allow them on a machine of your own:',
    '    sysctl -w user.max_user_namespaces=15000 kernel.unprivileged_userns_clone=1',
    '    sysctl -w kernel.apparmor_restrict_unprivileged_userns=0      # Ubuntu 24.04 and later',
    '  In a container:',
    '    docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined …',
    '  Or do without, as root, with SANDBOX=uid: each engine then runs as a user of its own, which can read what everybody',
    '  may read; office files, web pages, markup, books, PostScript and archives are not converted, and nothing waits warm',
  ].join('\n');
}
