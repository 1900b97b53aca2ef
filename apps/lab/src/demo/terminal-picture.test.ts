import { describe, expect, it } from "vitest";
import { drawTerminal } from "./terminal-picture.js";

const texts = (picture: string) => [...picture.matchAll(/<text [^>]*>[^<]*<\/text>/g)].map(([text]) => text);

describe("drawTerminal", () => {
  it("keeps colours, and puts each column where its cell is", () => {
    const [, waiting, age] = texts(drawTerminal("\x1b[1;33m◆ waiting\x1b[0m  4s", "a title"));
    expect(waiting).toContain(
      'x="20.0" y="66" textLength="75.6" fill="#e6c35c" font-weight="bold">◆ waiting<',
    );
    expect(age).toContain('x="112.4"');
    expect(age).not.toContain("bold");
  });

  it("goes back to plain text at the end of a line and of a style", () => {
    const [, dim, rest, next] = texts(drawTerminal("\x1b[2mdim\x1b[22mrest\n\x1b[39mnext", "a title"));
    expect(dim).toContain("opacity");
    expect(rest).not.toContain("opacity");
    expect(next).toContain('y="86"');
  });

  it("escapes what would be markup", () => {
    expect(texts(drawTerminal('<a href="x"> & more', 'say "<hi>"'))).toEqual([
      expect.stringContaining(">say &quot;&lt;hi&gt;&quot;<"),
      expect.stringContaining(">&lt;a href=&quot;x&quot;&gt; &amp; more<"),
    ]);
  });
});
