/** Says whether a line may be logged: the number of lines left out before it, or undefined. */
export type LogSampler = (nowMs: number) => number | undefined;

/** Lets the first `maxLines` of every `windowMs` through and counts the rest. */
export const createLogSampler = (maxLines: number, windowMs: number): LogSampler => {
  let windowEndsMs = -Infinity;
  let lines = 0;
  let suppressed = 0;
  return (nowMs) => {
    if (nowMs >= windowEndsMs) {
      windowEndsMs = nowMs + windowMs;
      lines = 0;
    }
    if (lines >= maxLines) {
      suppressed += 1;
      return undefined;
    }
    lines += 1;
    const before = suppressed;
    suppressed = 0;
    return before;
  };
};
