import { fileBanner } from "./file-marker.js";

/**
 * The text of `rk-hook`, which the installed wrapper sources with `$1` harness, `$2` event and
 * `$hexokit_hook` its own path. It may use neither `exec` nor `trap`: the wrapper's trap, which turns
 * every failure into success, must outlive it. Outside tmux it ends without starting a process, except for a
 * harness whose hooks run in a daemon while this user has tmux servers.
 * @param node absolute path of the Node that setup ran under
 */
export function forwarderScript(version: string, node: string): string {
  return `${fileBanner("rk-hook", version)}
# Read by the hook command in an agent's settings. Written by \`rk agent setup\`: do not edit.
hexokit_node=${quoteForShell(node)}
# Only a harness with a daemon may have something to tell without a tmux of its own.
hexokit_place=\${TMUX:+tmux}/$1/\${CLAUDE_JOB_DIR:+job}
case $hexokit_place in
  /codex/*)
    # Its daemon serves panes of any tmux server of this user, whatever started it.
    for hexokit_sockets in /tmp/tmux-* "\${TMUX_TMPDIR:-/tmp}"/tmux-*; do
      [ -O "$hexokit_sockets" ] && hexokit_place=tmux/
    done
    ;;
esac
case $hexokit_place in
  tmux/* | /claude/job)
    # What Node reads before it starts: foreign code, and certificates (50 ms) that a hook has no use for.
    unset NODE_OPTIONS NODE_EXTRA_CA_CERTS
    [ -x "$hexokit_node" ] || hexokit_node=node
    "$hexokit_node" "\${hexokit_hook%/*}/hook.cjs" "$1" "$2"
    ;;
esac
`;
}

/** The Node that a forwarder's text calls first; undefined when it names none. */
export function nodeOfForwarder(text: string): string | undefined {
  const quoted = /^hexokit_node='(.*)'$/m.exec(text)?.[1];
  return quoted?.replaceAll(`'\\''`, "'");
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
