/** How a request left the queue. */
export type Admission =
  | Readonly<{
      kind: 'admitted';
      /** Gives the slot back; more calls do nothing. */ release: () => void;
    }>
  /** Slots and queue are full. */
  | Readonly<{ kind: 'refused' }>
  /** The client went away while it waited. */
  | Readonly<{ kind: 'gone' }>;

/** The slots of an engine and the queue before them, first come, first served. */
export type Scheduler = Readonly<{
  enter: (signal: AbortSignal) => Promise<Admission>;
  /** Takes places away: slots first (as they come free), then places in the queue. */
  fill: (count: number) => void;
  /** Gives back all that `fill` took. */
  drain: () => void;
  counts: () => SchedulerCounts;
}>;

/** Requests in slots and in the queue; places taken by `fill` count like requests. */
export type SchedulerCounts = Readonly<{ running: number; waiting: number }>;

/** An idle scheduler. */
export const createScheduler = (slots: number, maxQueue: number): Scheduler => {
  const queue = new Set<() => void>();
  let running = 0;
  let filled = 0;

  const hasFreeSlot = () => running + filled < slots;
  const filledQueuePlaces = () => Math.min(Math.max(0, filled - slots), maxQueue);
  const hasQueuePlace = () => queue.size + filledQueuePlaces() < maxQueue;

  const admit = (): Admission => {
    running += 1;
    let held = true;
    const release = () => {
      if (!held) return;
      held = false;
      running -= 1;
      admitWaiting();
    };
    return { kind: 'admitted', release };
  };

  const admitWaiting = () => {
    for (const start of queue) {
      if (!hasFreeSlot()) return;
      queue.delete(start);
      start();
    }
  };

  return {
    enter: async (signal) => {
      if (signal.aborted) return { kind: 'gone' };
      if (hasFreeSlot()) return admit();
      return hasQueuePlace() ? waitIn(queue, signal, admit) : { kind: 'refused' };
    },
    fill: (count) => {
      filled = Math.min(filled + count, slots + maxQueue);
    },
    drain: () => {
      filled = 0;
      admitWaiting();
    },
    counts: () => ({
      running: running + Math.min(filled, slots - running),
      waiting: queue.size + filledQueuePlaces(),
    }),
  };
};

/** Resolves when it is started as one of the queue, or has left it. */
const waitIn = (
  queue: Set<() => void>,
  signal: AbortSignal,
  admit: () => Admission,
): Promise<Admission> =>
  new Promise((resolve) => {
    const start = () => {
      signal.removeEventListener('abort', leave);
      resolve(admit());
    };
    const leave = () => {
      queue.delete(start);
      resolve({ kind: 'gone' });
    };
    queue.add(start);
    signal.addEventListener('abort', leave, { once: true });
  });
