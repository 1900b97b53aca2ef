import { describe, expect, it } from "vitest";
import { dueStep, scriptPrompt } from "./script.js";

const user = (content: unknown) => ({ role: "user", content });
const assistant = { role: "assistant", content: null };
const tool = { role: "tool", content: "result" };

describe("dueStep", () => {
  const prompt = user(scriptPrompt("bash: ls -l", "say: done: all of it"));

  it("is the first step after a prompt, the next one after each answer, and a word after the last", () => {
    expect(dueStep([prompt])).toEqual({ verb: "bash", detail: "ls -l" });
    expect(dueStep([prompt, assistant, tool])).toEqual({ verb: "say", detail: "done: all of it" });
    expect(dueStep([prompt, assistant, tool, assistant])).toEqual({ verb: "say", detail: "done" });
  });

  it("follows the newest script, through prompts that carry none", () => {
    const second = user([
      { type: "text", text: "note" },
      { type: "text", text: scriptPrompt("ask:") },
    ]);
    expect(dueStep([prompt, assistant, second])).toEqual({ verb: "ask", detail: "" });
    expect(dueStep([prompt, assistant, user("<task-notification>"), assistant])).toEqual({
      verb: "say",
      detail: "done",
    });
  });

  it("answers a prompt without a script", () => {
    expect(dueStep([user("hello")])).toEqual({ verb: "say", detail: "ok" });
  });
});
