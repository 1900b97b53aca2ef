const cell = { width: 8.4, height: 20 };
const font = 14;
const margin = { side: 20, top: 52, bottom: 18 };

/** The sixteen colours of a dark terminal. */
const palette = [
  ["#1e2430", "#f07178", "#a5d66b", "#e6c35c", "#7aa8f0", "#c792ea", "#7fd5ea", "#c8d0dc"],
  ["#5c6675", "#ff8b92", "#c3e88d", "#ffd773", "#9cc4ff", "#ddb0f7", "#a8e8f5", "#ffffff"],
] as const;
const text = "#d5dbe5";
const ground = "#161b24";

interface Style {
  readonly color: string;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

const plain: Style = { color: text, isBold: false, isDim: false };

interface Run {
  readonly column: number;
  readonly text: string;
  readonly style: Style;
}

/**
 * Draws what `tmux capture-pane -pe` printed as a window, in SVG that needs no font of its own: each word is
 * put where its cell is. Knows bold, dim and the sixteen colours of text; other attributes are left out.
 */
export function drawTerminal(captured: string, title: string): string {
  const lines = captured.trimEnd().split("\n").map(readLine);
  const columns = Math.max(...lines.flat().map((run) => run.column + [...run.text].length));
  const width = Math.ceil(columns * cell.width + 2 * margin.side);
  const height = margin.top + lines.length * cell.height + margin.bottom;
  const rows = lines.flatMap((runs, row) => {
    const y = margin.top + (row + 0.7) * cell.height;
    return runs.flatMap(words).map((run) => drawRun(run, y));
  });
  const lights = ["#f0716f", "#e6c35c", "#7cc36a"].map(
    (color, index) => `<circle cx="${margin.side + 6 + index * 20}" cy="19" r="6" fill="${color}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeMarkup(title)}">
<rect width="${width}" height="${height}" rx="9" fill="${ground}"/>
<path d="M0 38V9a9 9 0 0 1 9-9H${width - 9}a9 9 0 0 1 9 9V38Z" fill="#232a36"/>
${lights.join("")}
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace" font-size="${font}">
<text x="${width / 2}" y="24" fill="#8b95a5" text-anchor="middle">${escapeMarkup(title)}</text>
${rows.join("\n")}
</g>
</svg>
`;
}

/** Splits a line at its changes of style. */
function readLine(line: string): readonly Run[] {
  const runs: Run[] = [];
  let style = plain;
  let column = 0;
  for (const [, codes, part] of `\x1b[m${line}`.matchAll(/\x1b\[([\d;]*)m([^\x1b]*)/g)) {
    style = applyCodes(style, (codes || "0").split(";").map(Number));
    if (part) runs.push({ column, text: part, style });
    column += [...(part ?? "")].length;
  }
  return runs;
}

function applyCodes(before: Style, codes: readonly number[]): Style {
  let style = before;
  for (const code of codes) style = applyCode(style, code);
  return style;
}

function applyCode(style: Style, code: number): Style {
  if (code === 0) return plain;
  if (code === 1) return { ...style, isBold: true };
  if (code === 2) return { ...style, isDim: true };
  if (code === 22) return { ...style, isBold: false, isDim: false };
  if (code === 39) return { ...style, color: text };
  const color = palette[code >= 90 ? 1 : 0][code % 10];
  const isColor = (code >= 30 && code <= 37) || (code >= 90 && code <= 97);
  return isColor && color !== undefined ? { ...style, color } : style;
}

/** Splits a run at two blanks and more, so that no column moves with the width of a font. */
function words({ column, text: all, style }: Run): readonly Run[] {
  return [...all.matchAll(/\S+(?: \S+)*/g)].map((match) => {
    const before = [...all.slice(0, match.index)].length;
    return { column: column + before, text: match[0], style };
  });
}

function drawRun({ column, text: word, style }: Run, y: number): string {
  const x = (margin.side + column * cell.width).toFixed(1);
  const length = ([...word].length * cell.width).toFixed(1);
  const looks = `${style.isBold ? ' font-weight="bold"' : ""}${style.isDim ? ' opacity="0.6"' : ""}`;
  return `<text x="${x}" y="${y}" textLength="${length}" fill="${style.color}"${looks}>${escapeMarkup(word)}</text>`;
}

function escapeMarkup(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
