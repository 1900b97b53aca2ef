import { describe, expect, it } from "vitest";
import { memoryHost } from "./memory-host.js";

const text = "one\ntwo\nthree\nfour\n";
const host = () =>
  memoryHost({
    files: { "/home/user/notes/a.txt": text },
    links: { "/home/user/link": "/home/user/notes" },
    processes: [
      {
        pid: 7,
        parentPid: 1,
        sessionId: 7,
        startTime: 5,
        name: "agent",
        executable: "/bin/agent",
        arguments: ["agent"],
      },
    ],
    processEnvironments: { 7: { HOME: "/home/other" } },
  });

describe("memoryHost", () => {
  it("reads files, through links too, and remembers it", () => {
    const machine = host();
    expect(machine.readText("/home/user/notes/a.txt")).toBe(text);
    expect(machine.readText("/home/user/link/a.txt", 100)).toBe(text);
    expect(machine.readText("/home/user/notes/b.txt", 5)).toBeUndefined();
    expect(machine.reads.map(({ limit }) => limit)).toEqual([1024 * 1024, 100, 5]);
    expect(machine.realPath("/home/user/link/a.txt")).toBe("/home/user/notes/a.txt");
  });

  it("answers nothing for a text above the limit, and a window of whole lines", () => {
    expect(host().readText("/home/user/notes/a.txt", 5)).toBeUndefined();
    expect(host().readWindow("/home/user/notes/a.txt", 6, 7)).toEqual({
      head: "one\n",
      tail: "four\n",
      complete: false,
    });
    expect(host().readWindow("/home/user/notes/a.txt", 10, 9)).toEqual({
      head: text,
      tail: "",
      complete: true,
    });
  });

  it("lists folders and knows processes", () => {
    expect(host().list("/home/user")).toEqual(["notes", "link"]);
    expect(host().list("/home/user/link")).toEqual(["a.txt"]);
    expect(host().list("/nowhere")).toBeUndefined();
    expect(host().process(7)?.name).toBe("agent");
    expect(host().process(8)).toBeUndefined();
    expect(host().processEnvironment(7, "HOME")).toBe("/home/other");
  });

  it("has rubbish everywhere when asked to", () => {
    expect(memoryHost({ everyOtherFile: "?" }).readText("/anything")).toBe("?");
  });
});
