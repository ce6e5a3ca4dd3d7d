import type { RequestListener } from 'node:http';
import type { RenderFault } from '../../http/http-fault.js';
import type { ListenAddress } from './listen-address.js';
import { ignore } from './last-words.js';
import { startListener, type Listener, type ListenerLimits } from './listener.js';

/** Told the status of a request that a listener answered itself. */
export type OnRefused = (status: number) => void;

/** The listeners of one server, which end together. */
export type ListenerGroup = Readonly<{
  /**
   * Listens; gives `host:port` with the port that was taken. Rejects when it cannot be had.
   * `onRefused` is told the status of what was answered before `handle` saw it.
   */
  open: (address: ListenAddress, handle: RequestListener, onRefused?: OnRefused) => Promise<string>;
  /** Stops accepting, lets responses end for up to `graceMs`, then cuts. */
  close: (graceMs: number) => Promise<void>;
}>;

/** A group without listeners; all get the same limits and the same shape of errors. */
export const createListenerGroup = (limits: ListenerLimits, render: RenderFault): ListenerGroup => {
  const listeners: Listener[] = [];
  return {
    open: async (address, handle, onRefused = ignore) => {
      const renderRefusal: RenderFault = (fault) => {
        const answer = render(fault);
        onRefused(answer.status);
        return answer;
      };
      const listener = await startListener(address, limits, handle, renderRefusal);
      listeners.push(listener);
      return listener.address;
    },
    close: async (graceMs) => {
      await Promise.all(listeners.map((listener) => listener.close(graceMs)));
    },
  };
};
