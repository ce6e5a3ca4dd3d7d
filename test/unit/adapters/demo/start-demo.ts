import {
  startCommand,
  type StartedCommand,
  type StartOptions,
} from '../../../support/start-command.js';

/** A demo that runs, and what it has printed so far. */
export type StartedDemo = StartedCommand &
  Readonly<{
    /** Base URLs of its servers, once it has printed them. */
    servers: () => readonly string[];
  }>;

/** Starts `homeward demo`; it ends with the test. */
export const startDemo = (
  flags: readonly string[] = [],
  options: StartOptions = {},
): StartedDemo => {
  const demo = startCommand(['demo', ...flags], options);
  return { ...demo, servers: () => demo.output.out.match(/http:\/\/\S+/g) ?? [] };
};

/** Whether anybody listens at a base URL. */
export const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
