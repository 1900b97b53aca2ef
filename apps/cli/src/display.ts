import { harmlessText } from "@hexokit/core";

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const invisible = /^[\p{Mark}\p{Cf}]*$/u;

function clusters(text: string): Iterable<string> {
  // Plain text needs no segmenter, which costs some milliseconds to load.
  if (/^[\u0020-\u007e]*$/.test(text)) return text;
  return Array.from(
    new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text),
    ({ segment }) => segment,
  );
}

function widthOfCluster(cluster: string): number {
  if (wide.test(cluster)) return 2;
  return invisible.test(cluster) ? 0 : 1;
}

/** Cells that a terminal needs for a text without control characters. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const cluster of clusters(text)) width += widthOfCluster(cluster);
  return width;
}

/** Cuts a text at its end to so many cells, the last of them `…`. */
export function cutToWidth(text: string, limit: number): string {
  if (displayWidth(text) <= limit) return text;
  let kept = "";
  let width = 0;
  for (const cluster of clusters(text)) {
    width += widthOfCluster(cluster);
    if (width > limit - 1) break;
    kept += cluster;
  }
  return limit < 1 ? "" : `${kept}…`;
}

export function padToWidth(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

/**
 * Aligned columns, two blanks apart; a line that does not fit is cut at its end. Cells are made harmless
 * here, so that no text of another program reaches a terminal as it is.
 */
export function table(rows: readonly (readonly Cell[])[], columns: number | undefined): readonly string[] {
  const texts = rows.map((row) => row.map(({ text }) => harmlessText(text)));
  const widths: number[] = [];
  for (const row of texts) {
    for (const [index, text] of row.entries())
      widths[index] = Math.max(widths[index] ?? 0, displayWidth(text));
  }
  return rows.map((row, rowIndex) => {
    let room = columns ?? Number.POSITIVE_INFINITY;
    let line = "";
    row.forEach(({ paint = (text) => text }, index) => {
      const isLast = index === row.length - 1;
      const text = cutToWidth(texts[rowIndex]?.[index] ?? "", room);
      const padded = isLast ? text : padToWidth(text, Math.min(room, (widths[index] ?? 0) + 2));
      line += paint(text) + padded.slice(text.length);
      room -= displayWidth(padded);
    });
    return line.trimEnd();
  });
}

/** How long ago: `12s`, `5m`, `3h`, `2d`; `–` for an unknown time (0). */
export function age(since: number, now: number): string {
  if (since === 0) return "–";
  const seconds = Math.max(0, Math.floor(now / 1000) - since);
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  return seconds < 48 * 3600 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86_400)}d`;
}

/** A path with the user's home as `~`. */
export function shortPath(path: string, home: string): string {
  if (path === home) return "~";
  return home !== "/" && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
