/*
 * The lines for tmux.conf. What they show is made of formats alone: tmux evaluates them, and starts no process
 * for it. They only ever match the agents' pane options and never print or expand one, so no value of a pane
 * can change the status line's style or run anything.
 */

/** The whole grammar of docs/pane-options.md: what does not follow it is unknown. */
const stateGrammar = "^(waiting|active|idle):(0|[1-9][0-9]*)(:[1-9][0-9]*)?$";

const plainShell = "^-?(ba|z|da|fi|k|tc|c)?sh$";

/**
 * A dead agent's value stays on its pane. It counts only while the pane runs the command that it was written
 * under; one of a writer that keeps no command, while the pane runs no plain shell.
 */
const isBelievable = `#{?@rk_pane_agent_command,#{==:#{@rk_pane_agent_command},#{pane_current_command}},#{!=:#{m/r:${plainShell},#{pane_current_command}},1}}`;

const letter = `#{?@rk_pane_agent_state,#{?#{m/r:${stateGrammar},#{@rk_pane_agent_state}},#{?pane_dead,,#{?${isBelievable},#{=1:@rk_pane_agent_state},}},},}`;

/**
 * A window that several sessions hold, or that sessions of one group share, counts with the first of them: the
 * list of their names begins with it. Names may hold a comma.
 */
const isFirst = "#{==:#{session_name}#,,#{=/#{w:#{session_name}#,}:#{window_linked_sessions_list}#,}}";

const isAscii = "#{||:#{==:#{@rk_glyphs},ascii},#{==:#{client_utf8},0}}";

interface StateLook {
  readonly state: "waiting" | "active" | "idle";
  readonly style: string;
  readonly glyph: string;
  readonly ascii: string;
}

const looks: readonly StateLook[] = [
  { state: "waiting", style: "fg=yellow#,bold", glyph: "◆", ascii: "w" },
  { state: "active", style: "fg=green", glyph: "●", ascii: "a" },
  { state: "idle", style: "fg=default", glyph: "○", ascii: "i" },
];

function mark({ state, style, glyph, ascii }: StateLook): string {
  const ownStyle = `#{?@rk_style_${state},#{@rk_style_${state}},${style}}`;
  const ownGlyph = `#{?@rk_glyph_${state},#{@rk_glyph_${state}},#{?${isAscii},${ascii},${glyph}}}`;
  return `#[${ownStyle}]${ownGlyph}`;
}

/** How many: the length of a string of letters. Only panes that claim the state are looked at closely. */
function count({ state }: StateLook): string {
  const isCandidate = `#{m:${state}:*,#{@rk_pane_agent_state}}`;
  return `#{n:#{S:#{W:#{P:#{?${isCandidate},#{?${isFirst},#{E:@rk_letter},},}}}}}`;
}

/** ` ◆ 2`, or nothing for none. `]` and `#` would mean something in the pattern, hence its dots. */
function counted({ state }: StateLook): string {
  return `#{s/^.* 0..default.$//: #{E:@rk_mark_${state}} #{E:@rk_count_${state}}#[default]}`;
}

/** The most urgent state among a window's panes. */
const windowStatus = looks.reduceRight(
  (otherwise, { state }) =>
    `#{?#{m:*${state[0]}*,#{P:#{E:@rk_letter}}}, #{E:@rk_mark_${state}}#[default],${otherwise}}`,
  "",
);

/** The options that hold formats, in the order in which each is made of the former ones. */
const formats: readonly (readonly [option: string, format: string])[] = [
  ["@rk_letter", letter],
  ...looks.map((look) => [`@rk_mark_${look.state}`, mark(look)] as const),
  ...looks.map((look) => [`@rk_count_${look.state}`, count(look)] as const),
  ["@rk_status", looks.map(counted).join("")],
  ["@rk_window", windowStatus],
];

/** A status-right that is longer is cut at its end, where our part stands; tmux's own limit is 40 cells. */
const roomInCells = 80;

interface Key {
  readonly key: string;
  /** What tells our binding from another one's in `tmux list-keys`. */
  readonly command: string;
  readonly lines: readonly string[];
}

function nextKey(key: string, note: string, command: string): Key {
  const bind = `bind-key -N '${note}' ${key} run-shell -b '${command} --client "#{client_name}"'`;
  return { key, command, lines: [bind] };
}

const keys: readonly Key[] = [
  nextKey("N", "Next agent that waits for you", "rk agent next"),
  nextKey("B", "Back to the agent that waits before it", "rk agent next --back"),
  {
    key: "G",
    command: "rk agent pick",
    lines: ["bind-key -N 'Go to an agent' G display-popup -E -w 90% -h 80% 'rk agent pick'"],
  },
];

/** A shell command: how the key is bound now, if at all. */
function binding(key: string): string {
  return `tmux list-keys -T prefix ${key} 2>/dev/null`;
}

function placed(option: string, into: readonly string[]): string {
  return `#{m:*${option}*,${into.map((name) => `#{${name}}`).join("")}}`;
}

function placing(name: string, option: string, where: readonly string[], switchOption: string): string[] {
  return [
    `if-shell -F '#{?#{==:#{${switchOption}},off},0,#{!=:${placed(option, where)},1}}' {`,
    `  set-option -ga ${name} '#{E:${option}}'`,
    "}",
  ];
}

/** What `rk tmux status` prints and `rk tmux install` writes. Sourced again, it changes nothing. */
export function tmuxLines(): readonly string[] {
  return [
    "# Agents in tmux panes. Formats only: no process is started to show them.",
    "# A letter for what the agent in a pane does, w(aiting) a(ctive) i(dle), if it still runs;",
    "# how a state looks; how many there are; the segment; a window's most urgent state.",
    ...formats.map(([option, format]) => `set-option -g ${option} '${format}'`),
    "",
    "# Counts in status-right, unless you placed #{E:@rk_status} yourself or set @rk_place_status off.",
    ...placing("status-right", "@rk_status", ["status-left", "status-right"], "@rk_place_status"),
    `if-shell -F '#{?${placed("@rk_status", ["status-right"])},#{e|<:#{status-right-length},${roomInCells}},0}' {`,
    "  set-option -gF @rk_former_length '#{status-right-length}'",
    `  set-option -g status-right-length ${roomInCells}`,
    "}",
    "",
    "# A glyph behind each window's name, unless you placed #{E:@rk_window} or set @rk_place_windows off.",
    ...["window-status-format", "window-status-current-format"].flatMap((name) =>
      placing(name, "@rk_window", [name], "@rk_place_windows"),
    ),
    "",
    "# Keys, behind the prefix: only those that nothing else is bound to; none with @rk_keys off.",
    "if-shell -F '#{!=:#{@rk_keys},off}' {",
    ...keys.flatMap(({ key, command, lines }) => [
      `  if-shell "! ${binding(key)} | grep -qv '${command}'" {`,
      ...lines.map((line) => `    ${line}`),
      "  }",
    ]),
    "}",
  ];
}

function takingOut(name: string, option: string): string[] {
  return [
    `if-shell -F '${placed(option, [name])}' {`,
    `  set-option -gF ${name} '#{s/..E.${option}.//:${name}}'`,
    "}",
  ];
}

/** Takes out of a running server what {@link tmuxLines} put in. What the user set in `@rk_*` options stays. */
export function undoLines(): readonly string[] {
  return [
    ...takingOut("status-right", "@rk_status"),
    `if-shell -F '#{?@rk_former_length,#{==:#{status-right-length},${roomInCells}},0}' {`,
    "  set-option -gF status-right-length '#{@rk_former_length}'",
    "}",
    ...["window-status-format", "window-status-current-format"].flatMap((name) =>
      takingOut(name, "@rk_window"),
    ),
    ...[...formats.map(([option]) => option), "@rk_former_length"].map(
      (option) => `set-option -guq ${option}`,
    ),
    ...keys.flatMap(({ key, command }) => [
      `if-shell "${binding(key)} | grep -q '${command}'" {`,
      `  unbind-key ${key}`,
      "}",
    ]),
  ];
}
