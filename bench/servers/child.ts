import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Role } from './roles.js';

/** Memory in bytes, processor time in ms. */
export type Usage = Readonly<{ rss: number; heapUsed: number; external: number; cpuMs: number }>;

/** A server in a process of its own. */
export type Child = Readonly<{
  url: string;
  /** Of the process, after a collection of garbage. */
  usage: () => Promise<Usage>;
  end: () => void;
}>;

/** Starts this very program as a child in a role. */
export const startChild = async (role: Role, engineUrl = ''): Promise<Child> => {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [role, engineUrl], {
    execArgv: ['--expose-gc'],
  });
  const ask = async <A>(question?: string): Promise<A> => {
    if (question !== undefined) child.send(question);
    const [answer] = (await once(child, 'message')) as [A];
    return answer;
  };
  const { url } = await ask<{ url: string }>();
  return {
    url,
    usage: () => ask<Usage>('usage'),
    end: () => {
      child.kill();
    },
  };
};
