import assert from "node:assert/strict";
import {
  carryOut,
  isOneInsertion,
  isWithin,
  noFiles,
  planOf,
  refusalOf,
  someCommandIn,
  type Target,
  targetsOf,
} from "../installation.js";
import type { HarnessOptions } from "../options.js";
import type { UserCommand } from "../syntax-samples.js";

/** What is the user's stays, whatever it looks like. */
export function describeForeignContent(options: HarnessOptions): void {
  const { describe } = options.runner;
  describe("foreign content", () => {
    for (const target of targetsOf(options.adapter)) {
      describe(target.name, () => {
        if (target.ownership === "own") describeOwnFile(options, target);
        else describeSharedFile(options, target);
      });
    }
  });
}

/** White space and brackets alone are nobody's: what an uninstall leaves behind a symbolic link, for one. */
const holdsSomething = (text: string) => /[A-Za-z]/.test(text);

function describeOwnFile({ runner: { it }, adapter }: HarnessOptions, target: Target): void {
  const { path, samples } = target;
  for (const [name, text] of Object.entries({ ...samples.texts, ...samples.malformed })) {
    if (!holdsSomething(text)) continue;
    it(`does not touch ${name} in the place of our file`, () => {
      const texts = new Map([[path, text]]);
      assert.equal(refusalOf(() => planOf(adapter, "install", texts))?.code, "FILE_FOREIGN");
      assert.deepEqual(planOf(adapter, "uninstall", texts), []);
    });
  }

  const { addUserCommand } = samples;
  if (addUserCommand === undefined) return;
  it("does not touch our file when a user's hook is in it", () => {
    const texts = carryOut(adapter, "install", noFiles);
    const ours = someCommandIn(adapter, target, texts);
    assert.ok(ours !== undefined, "no command of ours is in the file");
    for (const where of ["before", "behind"] as const) {
      const command = { ours, theirs: "echo done", beside: "group", where } as const;
      const mixed = new Map([[path, addUserCommand(texts.get(path) ?? "", command)]]);
      for (const action of ["install", "uninstall"] as const)
        assert.equal(refusalOf(() => planOf(adapter, action, mixed))?.code, "FILE_FOREIGN", action);
    }
  });
}

function describeSharedFile({ runner: { it }, adapter }: HarnessOptions, target: Target): void {
  const { path, samples } = target;
  const install = (text: string) => carryOut(adapter, "install", new Map([[path, text]])).get(path) ?? "";
  const uninstall = (text: string) => carryOut(adapter, "uninstall", new Map([[path, text]])).get(path) ?? "";

  for (const [name, text] of Object.entries(samples.texts)) {
    it(`keeps ${name}`, () => {
      const installed = install(text);
      assert.ok(isOneInsertion(text, installed), `it became ${JSON.stringify(installed)}`);
      if (text.includes("\r\n")) assert.doesNotMatch(installed, /[^\r]\n/, "line ends are mixed");
    });
  }

  const { addUserCommand, encode, comment } = samples;
  if (addUserCommand === undefined || encode === undefined) return;

  /** An installed file with a command of the user's, and that command as the file has it. */
  const withCommand = (
    change: (ours: string) => string,
    beside: UserCommand["beside"],
    where: UserCommand["where"],
  ) => {
    const texts = carryOut(adapter, "install", noFiles);
    const ours = someCommandIn(adapter, target, texts);
    assert.ok(ours !== undefined, "no command of ours is in the file");
    const theirs = change(ours);
    return {
      text: addUserCommand(texts.get(path) ?? "", { ours, theirs, beside, where }),
      theirs: encode(theirs),
    };
  };

  const expectKept = (change: (ours: string) => string, beside: UserCommand["beside"]) => {
    for (const where of ["before", "behind"] as const) {
      const { text, theirs } = withCommand(change, beside, where);
      assert.ok(install(text).includes(theirs), `an install took the user's command ${where} ours`);
      assert.ok(uninstall(text).includes(theirs), `an uninstall took the user's command ${where} ours`);
    }
  };

  it("keeps a user's hook in the same group as ours", () => expectKept(() => "echo done", "entry"));

  const similar: Readonly<Record<string, (ours: string) => string>> = {
    "that only mentions our names": () => `echo hexokit rk-hook rk agent hook --agent ${adapter.id}`,
    "that begins with ours": (ours) => `${ours} # and mine`,
    "that ours is a part of": (ours) => `date; ${ours}`,
    "that is another program's of the same form": (ours) => ours.replaceAll("rk-hook", "other-hook"),
  };
  for (const [name, change] of Object.entries(similar)) {
    it(`keeps a user's command ${name}`, () => expectKept(change, "group"));
  }

  it("takes ours out of files with hooks of the user's, and puts it back without moving theirs", () => {
    for (const where of ["before", "behind"] as const) {
      const theirsAlone = uninstall(withCommand(() => "echo done", "group", where).text);
      const installed = install(theirsAlone);
      assert.ok(isWithin(theirsAlone, installed), `it became ${installed}`);
      assert.equal(uninstall(installed), theirsAlone);
    }
  });

  if (comment === undefined) return;
  it("keeps a comment beside our entry", () => {
    const texts = carryOut(adapter, "install", noFiles);
    const ours = someCommandIn(adapter, target, texts);
    assert.ok(ours !== undefined, "no command of ours is in the file");
    const command = encode(ours);
    const { text } = withCommand(() => "echo done", "entry", "before");
    const note = comment("mine");
    const commented = text.replace(command, `${command} ${note}`).replace(/^\{/, `{ ${note}`);
    assert.ok(install(commented).includes(note), "an install took the comment");
    assert.ok(uninstall(commented).includes(note), "an uninstall took the comment");
  });
}
