import { hostEnvironment } from "@hexokit/core";
import { expect, it } from "vitest";
import type { Context } from "../context.js";
import { setup } from "./setup-command.js";

it("is refused on Windows, before anything is looked at", async () => {
  const output = {
    print: expect.unreachable,
    complain: expect.unreachable,
    style: String,
    columns: undefined,
    interactive: false,
  };
  const host = { ...hostEnvironment({}, "/nowhere", "/nowhere"), platform: "win32" } as const;
  const context: Context = { host, output, version: "0.0.0", program: "/nowhere/bin.cjs", built: "/nowhere" };
  await expect(setup(context, [], { yes: true })).rejects.toMatchObject({ code: "PLATFORM_UNSUPPORTED" });
});
