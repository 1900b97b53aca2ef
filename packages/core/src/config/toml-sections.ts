/** A comment outside of strings, from its `#` to the end of its line. */
export interface TomlComment {
  readonly start: number;
  readonly end: number;
  /** It stands inside a value (an array over several lines). */
  readonly nested: boolean;
}

/** A table header with what follows it: whole lines, without the blank lines and comments behind. */
export interface TomlSection {
  /** The header as it is written, brackets included. */
  readonly header: string;
  readonly start: number;
  /** Behind the line end of its last key. */
  readonly end: number;
}

export interface TomlSections {
  readonly sections: readonly TomlSection[];
  readonly comments: readonly TomlComment[];
}

/**
 * Finds table headers and comments in a text that a parser has accepted. Knows strings, brackets and line
 * ends, and no more of TOML: whoever edits by it parses the result and compares.
 */
export function findTomlSections(text: string): TomlSections {
  const scanner = new Scanner(text);
  scanner.run();
  return { sections: scanner.sections, comments: scanner.comments };
}

class Scanner {
  readonly sections: { header: string; start: number; end: number }[] = [];
  readonly comments: TomlComment[] = [];
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): void {
    while (this.#at < this.#text.length) {
      const start = this.#at;
      this.#skip(/[ \t\r\n]*/y);
      const char = this.#text[this.#at];
      if (char === undefined) return;
      if (char === "#") {
        this.#comment(false);
        continue;
      }
      const lineStart = this.#text.lastIndexOf("\n", this.#at - 1) + 1;
      const headerStart = this.#at;
      const isHeader = char === "[";
      const headerEnd = this.#statement();
      if (isHeader) {
        const header = this.#text.slice(headerStart, headerEnd).trimEnd();
        this.sections.push({ header, start: Math.max(start, lineStart), end: this.#at });
      }
      const last = this.sections.at(-1);
      if (last !== undefined) last.end = this.#at;
    }
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    if (pattern.test(this.#text)) this.#at = pattern.lastIndex;
  }

  #comment(nested: boolean): void {
    const start = this.#at;
    this.#skip(/[^\r\n]*/y);
    this.comments.push({ start, end: this.#at, nested });
  }

  /** Goes behind the line end of a header or a key with its value; returns where its own text ends. */
  #statement(): number {
    let depth = 0;
    let end = this.#at;
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at];
      if (char === "#") {
        this.#comment(depth > 0);
        continue;
      }
      if (char === "\n" && depth === 0) {
        this.#at += 1;
        return end;
      }
      if (char === '"' || char === "'") this.#string(char);
      else {
        if (char === "[" || char === "{") depth += 1;
        if (char === "]" || char === "}") depth -= 1;
        this.#at += 1;
      }
      if (char !== " " && char !== "\t" && char !== "\r" && char !== "\n") end = this.#at;
    }
    return end;
  }

  #string(quote: '"' | "'"): void {
    const long = quote.repeat(3);
    const isLong = this.#text.startsWith(long, this.#at);
    this.#at += isLong ? 3 : 1;
    while (this.#at < this.#text.length) {
      if (quote === '"' && this.#text[this.#at] === "\\") this.#at += 2;
      else if (isLong && this.#text.startsWith(long, this.#at)) {
        // Up to two quotes may stand before the closing three.
        this.#skip(quote === '"' ? /"{3,5}/y : /'{3,5}/y);
        return;
      } else {
        const char = this.#text[this.#at];
        this.#at += 1;
        if (!isLong && (char === quote || char === "\n")) return;
      }
    }
  }
}
