import type { AccessLog } from "../model/access-log.js";
import type { Frame } from "../tmux/pane.js";

/** What there is to see while a step is pending. */
export interface View {
  /** Epoch milliseconds: when the step began. Older things do not count. */
  readonly since: number;
  /** Frames since then, one every 50 ms. */
  readonly frames: readonly Frame[];
  readonly model: AccessLog;
  /** The lab's own recorder kept a hook of this event since `since`. */
  hookRan(event: string, since: number): number | undefined;
  isRunning(pid: number): boolean;
}

/** The moment of a real transition: how it is known, independent of everything that is being tested. */
export interface Sight {
  readonly what: string;
  /** Epoch milliseconds of the transition, undefined while it has not happened. */
  look(view: View): number | undefined;
}

/** The first frame that shows `pattern` (and does not show `without`). */
export function screen(pattern: RegExp, without?: RegExp): Sight {
  const shows = (frame: Frame) => pattern.test(frame.text) && !without?.test(frame.text);
  return {
    what: `screen ${pattern}${without ? ` without ${without}` : ""}`,
    look: ({ frames, since }) => frames.find((frame) => frame.at >= since && shows(frame))?.at,
  };
}

/** The first frame that shows this text, wherever its lines are broken and framed. */
export function screenHolds(text: string): Sight {
  const letters = (part: string) => part.replaceAll(/[\s│┃|]/g, "");
  return {
    what: `screen with ${text}`,
    look: ({ frames, since }) =>
      frames.find((frame) => frame.at >= since && letters(frame.text).includes(letters(text)))?.at,
  };
}

/** The model is asked for this step of the script: `bash: ls`. */
export function modelAsked(step: RegExp): Sight {
  return {
    what: `model asked for ${step}`,
    look: ({ model, since }) => model.find("request", step, since)?.at,
  };
}

/** The agent hung up on the model in the middle of an answer. */
export function modelHungUp(): Sight {
  return {
    what: "agent hung up on the model",
    look: ({ model, since }) => model.find("abort", /^POST /, since)?.at,
  };
}

/** The harness ran its hooks of this event: for what happens on a clock of its own. */
export function hookRan(event: string): Sight {
  return { what: `hook ${event} ran`, look: (view) => view.hookRan(event, view.since) };
}

export function processEnded(pid: number): Sight {
  return {
    what: `process ${pid} ended`,
    look: (view) => (view.isRunning(pid) ? undefined : Date.now()),
  };
}

/** The later of two. */
export function both(one: Sight, other: Sight): Sight {
  return {
    what: `${one.what} and ${other.what}`,
    look(view) {
      const [first, second] = [one.look(view), other.look(view)];
      return first === undefined || second === undefined ? undefined : Math.max(first, second);
    },
  };
}

/** The step itself is the transition: nothing shows it. */
export function atOnce(): Sight {
  return { what: "the step itself", look: ({ since }) => since };
}
