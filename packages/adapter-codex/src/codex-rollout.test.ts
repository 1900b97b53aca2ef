import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { projectRollout } from "./codex-rollout.js";

const folder = new URL("../../../fixtures/codex/", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, folder), "utf8");
const whole = (text: string) => ({ head: text, tail: "", complete: true });
const project = (text: string) => projectRollout(whole(text));
const rollout = (name: string) => read(`0.171.0/rollouts/${name}.jsonl`);

/** What a rollout says in brief, up to and with the first line that contains `until`. */
function saysUntil(text: string, until?: string) {
  const lines = text.trimEnd().split("\n");
  const end = until === undefined ? lines.length : lines.findIndex((line) => line.includes(until)) + 1;
  expect(end).toBeGreaterThan(0);
  const projection = project(`${lines.slice(0, end).join("\n")}\n`);
  return [
    projection?.turn?.word,
    projection?.turn?.is,
    projection?.questions.map(({ text: words }) => words),
  ];
}

describe("projectRollout", () => {
  it.each([
    ["0.171.0", "child.thread_spawn", false, "task_complete", []],
    ["0.171.0", "child.waiting-on-approval", false, "task_complete", []],
    ["0.171.0", "child.approval-escaped", false, "turn_aborted", []],
    ["0.171.0", "root.manual-compaction-and-interrupted-child", true, "turn_aborted", []],
    ["0.171.0", "exec.root", true, "task_complete", []],
    ["0.171.0", "guardian.child", false, "task_complete", []],
    ["0.171.0", "root.async-question-canonical-reply", true, "task_complete", []],
    [
      "0.171.0",
      "root.async-questions-two-unanswered-at-task-complete",
      true,
      "task_complete",
      ["Which color?", "Which size?"],
    ],
    ["0.171.0", "root.auto_review", true, "task_complete", []],
    ["0.171.0", "root.interrupt-approval-and-running-tool", true, "turn_aborted", []],
    ["0.171.0", "root.manual-approval-and-slow-command", true, "task_complete", []],
    ["0.171.0", "root.plan-request_user_input-answered", true, "task_complete", []],
    ["0.171.0", "root.plan-request_user_input-escaped", true, "turn_aborted", []],
    ["0.164.0", "root.async-questions", true, "task_complete", ["Which color?", "Which size?"]],
  ])("reads %s %s to its end", (version, name, isRoot, word, questions) => {
    const projection = project(read(`${version}/rollouts/${name}.jsonl`));
    expect(projection).toMatchObject({ isRoot, turn: { is: "idle", word }, hasNoOther: true });
    expect(projection?.questions.map(({ text }) => text)).toEqual(questions);
    expect(projection?.turn?.at).toBeGreaterThan(1_796_000_000_000);
  });

  it("was asked of every recorded rollout", () => {
    const count = ["0.171.0", "0.164.0"].flatMap((version) =>
      readdirSync(new URL(`${version}/rollouts`, folder)),
    );
    expect(count.length).toBe(14);
  });

  it("shows a Plan question from its call to its answer, its Esc, or its turn's end", () => {
    const answered = rollout("root.plan-request_user_input-answered");
    expect(saysUntil(answered, '"function_call"')).toEqual(["task_started", "active", ["Which color?"]]);
    expect(saysUntil(answered, "verified_answer")).toEqual(["task_started", "active", []]);
    const unverified = answered
      .split("\n")
      .filter((line) => !line.includes("verified_answer"))
      .join("\n");
    expect(saysUntil(unverified, '"function_call_output"')).toEqual(["task_started", "active", []]);
    const unanswered = unverified
      .split("\n")
      .filter((line) => !line.includes('"function_call_output"'))
      .join("\n");
    expect(saysUntil(unanswered)).toEqual(["task_complete", "idle", []]);
    const escaped = rollout("root.plan-request_user_input-escaped");
    expect(saysUntil(escaped, '"function_call"')).toEqual(["task_started", "active", ["Which color?"]]);
    expect(saysUntil(escaped, "aborted by user")).toEqual(["task_started", "active", []]);
  });

  it("shows an async question once it was accepted, until its answer", () => {
    const asked = rollout("root.async-question-canonical-reply");
    expect(saysUntil(asked, '"function_call"')[2]).toEqual([]);
    expect(saysUntil(asked, '"function_call_output"')[2]).toEqual(["Which color?"]);
    expect(saysUntil(asked, '"custom_tool_call_output"')[2]).toEqual(["Which color?"]);
    expect(saysUntil(asked, '"UserMessage","id":"01a22e99-9326')[2]).toEqual([]);
    expect(
      saysUntil(asked.replaceAll('{\\"accepted\\":true}', '{\\"accepted\\":false}'), '"custom_tool_call"')[2],
    ).toEqual([]);
  });

  it("takes a manual compaction for a turn of its own", () => {
    const compacted = rollout("root.manual-compaction-and-interrupted-child");
    expect(saysUntil(compacted, '"compacted"').slice(0, 2)).toEqual(["task_started", "active"]);
    expect(saysUntil(compacted, '"01a22f99-1057-7ef2-8ddc-b3f788314922","last').slice(0, 2)).toEqual([
      "task_complete",
      "idle",
    ]);
  });

  const record = (type: string, payload: unknown) =>
    `${JSON.stringify({ timestamp: "2026-11-30T23:00:00.000Z", type, payload })}\n`;
  const event = (payload: unknown) => record("event_msg", payload);
  const message = (turn: string, text: string) =>
    event({ type: "item_completed", turn_id: turn, item: { type: "UserMessage", content: [{ text }] } });
  const two = rollout("root.async-questions-two-unanswered-at-task-complete");
  const askedIn = "01a22e98-a547-7932-b1c1-632432ae23a3";
  const answer = (index: number) => {
    const questionItemId = JSON.stringify(["request_user_input_async", "call_23x", index]);
    return `<send_user_message_question_reply>\n${JSON.stringify([{ answer: "x", questionItemId }])}\n</send_user_message_question_reply>`;
  };
  const left = (text: string) => project(text)?.questions.map(({ index }) => index);

  it("lets an answer close its own question only", () => {
    expect(left(two + message(askedIn, answer(0)))).toEqual([1]);
    expect(left(two + message(askedIn, answer(1)) + message(askedIn, answer(0)))).toEqual([]);
    expect(left(two + message(askedIn, answer(0).replace("call_23x", "call_24x")))).toEqual([0, 1]);
  });

  it("keeps questions over a message into their turn, not over one that begins another, nor an abort", () => {
    expect(left(two + message(askedIn, "go on"))).toEqual([0, 1]);
    expect(left(two + message("another", "go on"))).toEqual([]);
    expect(left(two + message("another", answer(0)))).toEqual([1]);
    expect(left(two + event({ type: "turn_aborted", turn_id: "x", reason: "interrupted" }))).toEqual([]);
    expect(left(two + event({ type: "task_started", turn_id: "x" }))).toEqual([0, 1]);
  });

  it("is not misled by the end of an older turn, nor by what comes after the end", () => {
    const started = two + event({ type: "task_started", turn_id: "x" });
    expect(project(started)?.turn).toMatchObject({ is: "active", id: "x", isWhole: true });
    expect(project(started + event({ type: "task_complete", turn_id: "older" }))?.turn?.is).toBe("active");
    expect(project(started + event({ type: "task_complete", turn_id: "x" }))?.turn?.is).toBe("idle");
  });

  it("knows no turn behind a line that it cannot read, and proves nothing any more", () => {
    const cut = `${two}{"timestamp":"2026-11-30T23:00:00.000Z","type":"event_msg","payload":{"type":"task_star`;
    expect(project(cut)).toMatchObject({ turn: undefined, hasNoOther: false });
    expect(project(`${cut}\n${event({ type: "task_started", turn_id: "x" })}`)).toMatchObject({
      turn: { is: "active" },
      hasNoOther: false,
    });
    for (const line of ["", "prose", '["task_started"]', '{"type":7,"x":"task_started"}', '{"task_started"}'])
      expect(project(`${two}${line}\n`), line).toMatchObject({ turn: undefined, hasNoOther: false });
  });

  it("passes over records of a newer shape", () => {
    const newer = [
      record("something_new", { type: "task_started_later" }),
      event({ type: "verified_answer" }),
      event("task_started"),
      event({ type: "item_completed", item: ["UserMessage"] }),
      record("response_item", {
        type: "function_call",
        name: "request_user_input",
        call_id: "n",
        arguments: 7,
      }),
    ];
    expect(project(two + newer.join(""))).toMatchObject({ turn: { is: "idle" }, hasNoOther: true });
    expect(left(two + newer.join(""))).toEqual([0, 1]);
  });

  it("reads the tail alone of a rollout that is too long, and proves nothing by it", () => {
    const [meta = "", ...lines] = two.split("\n");
    const tail = lines.join("\n");
    expect(projectRollout({ head: `${meta}\n`, tail, complete: false })).toMatchObject({
      turn: { is: "idle", isWhole: true },
      questions: [{ index: 0 }, { index: 1 }],
      hasNoOther: false,
    });
    const end = lines.slice(-4).join("\n");
    expect(projectRollout({ head: `${meta}\n`, tail: end, complete: false })?.turn).toMatchObject({
      is: "idle",
      isWhole: false,
    });
    expect(projectRollout({ head: `${meta}\n`, tail: "", complete: false })?.turn).toBeUndefined();
  });

  it.each([
    "\n",
    "prose",
    "{}\n",
    '{"type":"session_meta","payload":{}}\n',
    '{"type":"event_msg"}\n',
    "null\n",
  ])("is none of Codex's that begins %j", (text) => {
    expect(project("")).toBeUndefined();
    expect(project(text)).toBeUndefined();
    expect(project(text + two)).toBeUndefined();
  });
});
